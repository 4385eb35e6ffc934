"""Blows (IAI-BLW): who reaches whom, what is added to the die, and wounds."""
