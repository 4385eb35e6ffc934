"""The engine: a pure library of values that knows no game.

Each idea of it has a page in ``docs/engine``.
"""
