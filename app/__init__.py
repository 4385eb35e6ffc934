"""Gunbai: a digital tabletop for miniature wargames."""

VERSION = "0.1.0"
