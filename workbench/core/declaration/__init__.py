"""The declaration of an op: what ``op.toml`` says, as frozen structs, and what follows from it alone."""
