"""The phases of a battle, one module each."""
