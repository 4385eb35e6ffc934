"""Checks (CEL-TST): one die for a characteristic against a difficulty."""
