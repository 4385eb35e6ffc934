"""The basics (CEL-GEN, CEL-PRO): dice, characteristics, bases and profiles."""
