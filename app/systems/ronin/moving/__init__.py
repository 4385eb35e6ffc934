"""Moving (RON-MOV): the Move Phase, ways and what stands against them, withdrawing, coming on."""
