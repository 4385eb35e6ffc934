"""Shooting (CEL-SHT, CEL-RNG, CEL-HIT, CEL-ALC): targets, ranges, hits and who takes them."""
