"""The engine: a pure library of values that knows no game."""
