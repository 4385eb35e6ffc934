"""Damage (CEL-DMG): from hits to casualties."""
