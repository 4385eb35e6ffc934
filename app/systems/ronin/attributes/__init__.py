"""Attributes (RON-ATT): what they are, and the die a bujutsu throws again."""
