"""Gunbai: a digital tabletop for miniature wargames."""
