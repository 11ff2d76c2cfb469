"""Puts an op into a model of the user's, and runs the model before and after."""
