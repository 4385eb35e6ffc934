"""Constructions: entered, left, stormed (KEN-MOV, KEN-TER)."""
