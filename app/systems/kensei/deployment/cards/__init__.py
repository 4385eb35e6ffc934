"""Deployment Cards: where they may lie, laid in turn, turned over (KEN-DEP)."""
