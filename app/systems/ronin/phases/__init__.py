"""The phases of a game: the set-up, then the five of every turn."""
