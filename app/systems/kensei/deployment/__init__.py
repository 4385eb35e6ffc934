"""Deployment (KEN-DEP): terrain, zones, Deployment Cards and their reveal, and who comes on later."""
