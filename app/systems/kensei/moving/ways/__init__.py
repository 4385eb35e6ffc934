"""The way of a unit or a loose model: what it costs, whom it passes, where it may end (KEN-MOV)."""
