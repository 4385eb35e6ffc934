"""Abilities (CEL-ABL): what each is and what it costs; the chapters it changes read it."""
