"""Destruction (KEN-DEF): from Wounds to models to Units lost."""
