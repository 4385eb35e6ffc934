"""Guns (DAI-ART): what they add to fire and may do; the chapters they change read it."""
