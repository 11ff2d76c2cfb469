"""The widgets that show one value each, and what stands beside them."""
