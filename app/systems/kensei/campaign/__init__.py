"""Warbands between two battles: what they buy, and what becomes of their members."""
