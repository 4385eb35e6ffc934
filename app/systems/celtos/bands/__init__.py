"""Bands (CEL-ARM): rosters, army lists, what stands against them, and how one is built."""
