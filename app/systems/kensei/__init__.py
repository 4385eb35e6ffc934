"""Kensei: formations of up to twenty models, their officers, their orders and their magic."""

from app.systems.kensei.system import SYSTEM

__all__ = ["SYSTEM"]
