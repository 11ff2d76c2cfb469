"""The example inputs: their card, its columns, files and previews."""
