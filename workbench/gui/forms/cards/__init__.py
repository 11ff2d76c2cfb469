"""The cards of the pages, each for one part of the declaration."""
