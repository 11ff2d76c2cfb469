"""``op.toml`` as text: its keys, and what helps whoever writes it by hand."""
