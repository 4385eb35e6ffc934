"""Blank: a rule system of Gunbai, to begin with."""
