"""The set-up: terrain, who sets up first, where everybody stands (DAI-SCN)."""
