"""How case files set a position."""
