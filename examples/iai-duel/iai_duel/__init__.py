"""Iai: a duel of two schools of the sword, as a rule system of Gunbai."""
