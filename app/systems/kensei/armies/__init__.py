"""Armies (KEN-ARM): lists, rosters, what stands against them, and how one is built."""
