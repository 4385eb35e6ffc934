"""The way of a charge over the ground: its line, what bars it, where it meets (KEN-CHG)."""
