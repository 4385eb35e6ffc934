"""Characters in Combat (KEN-CNF): duels, leaving a Combat, and parting from a Unit."""
