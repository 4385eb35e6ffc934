"""What is shown of a deed before it is done: the ways of moves and charges, fields of fire, zones."""
