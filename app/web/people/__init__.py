"""Accounts, signing in, one's own page, other people, and how one is told that it is one's turn."""
