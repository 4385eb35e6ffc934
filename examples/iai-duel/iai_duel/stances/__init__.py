"""Stances (IAI-STN): chosen in secret, and which beats which."""
