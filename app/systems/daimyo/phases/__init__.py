"""Phases of a battle: set-up, start of turn, clan activation in five steps, end of turn."""
