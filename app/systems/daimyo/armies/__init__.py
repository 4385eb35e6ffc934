"""Armies (DAI-ARM): profiles, lists, rosters, what stands against them, and how one is built."""
