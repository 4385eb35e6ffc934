"""Shooting (RON-SHO): who may be shot at, what is added, the shot from its order to its wound."""
