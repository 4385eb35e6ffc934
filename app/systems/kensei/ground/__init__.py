"""Terrain (KEN-TER): what lies there, what it does to who stands on it, Cover, and walls that are struck."""
