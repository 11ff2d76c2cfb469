"""A host process: its job loop, the forked child of a job, and how that ends."""
