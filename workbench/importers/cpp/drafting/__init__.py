"""From what was found to the draft of an op, with what C++ does not say as gaps."""
