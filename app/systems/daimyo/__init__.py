"""Daimyo: battles of whole samurai armies in formations, one active clan at a time."""
