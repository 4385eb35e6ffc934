"""How case files set a position and ask what the rulebook reckons."""
