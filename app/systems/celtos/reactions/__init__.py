"""Reactions (CEL-REA): acting out of turn, and the responses to an Assault and to shooting."""
