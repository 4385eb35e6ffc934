"""Morale (CEL-MOR, CEL-RAL): when a unit checks, Panic, Defeat, and rallying."""
