"""Abilities (KEN-ABI): who may use which on whom, what they and standing effects do."""
