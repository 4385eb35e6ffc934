"""Activation (CEL-ACT, CEL-ORD): one unit at a time, and every order it may be given."""
