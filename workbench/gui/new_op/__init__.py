"""New op: the ways in, and the dialog that frames them."""
