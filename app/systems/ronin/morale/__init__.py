"""Morale (RON-MOR): the tests of a Buntai, and the flight of one that routs."""
