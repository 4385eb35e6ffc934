"""Moving (CEL-MOV): why a unit moves, its paths, what they cost and what stands against them."""
