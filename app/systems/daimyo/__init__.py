"""Daimyo: battles of whole samurai armies in formations, one active clan at a time."""

from app.systems.daimyo.system import SYSTEM

__all__ = ["SYSTEM"]
