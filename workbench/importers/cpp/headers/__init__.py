"""The files that a text includes: found, read, and taken along."""
