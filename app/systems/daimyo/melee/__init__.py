"""Melee (DAI-MEL): groups, stands that strike, the dice and the result."""
