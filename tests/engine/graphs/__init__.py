"""The graphs of models: what they hold, by what they differ, what of them is drawn."""
