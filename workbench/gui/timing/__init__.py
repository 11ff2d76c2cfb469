"""How long a call takes: the card that measures it, with its plot."""
