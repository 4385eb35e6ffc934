"""Weapons (CEL-WPN): what each does hand to hand and in each band of range."""
