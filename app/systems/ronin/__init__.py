"""Ronin: skirmishes of the late sixteenth century, a handful of models a side."""

from app.systems.ronin.system import SYSTEM

__all__ = ["SYSTEM"]
