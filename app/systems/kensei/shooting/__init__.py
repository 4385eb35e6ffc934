"""Ranged attacks (KEN-RNG): who fires at whom, volleys, and how Wounds are given out."""
