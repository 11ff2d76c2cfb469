"""The head of a kernel function: found, compared, and rewritten without the rest."""
