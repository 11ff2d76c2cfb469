"""How long a call of an op takes in each place that can compute it, measured in turns."""
