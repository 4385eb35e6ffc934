"""Blows: the order in which they fall, their dice, at whom they are struck (KEN-CBT)."""
