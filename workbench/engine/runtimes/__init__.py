"""Has the runtimes of ``core/runtimes``, each in an environment of its own, and runs ops in them."""
