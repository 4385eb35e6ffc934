"""Steps (IAI-STP): how far a duellist goes, and past whom."""
