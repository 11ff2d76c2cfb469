"""Example inputs: those from files, and the shapes that the rules give for them."""
