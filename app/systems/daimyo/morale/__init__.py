"""Morale (DAI-MOR): why a unit tests, what is added, what the tables say, frenzy."""
