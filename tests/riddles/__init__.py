"""Puzzles are found and written: ``python -m tests.riddles SYSTEM`` (docs/lessons.md)."""
