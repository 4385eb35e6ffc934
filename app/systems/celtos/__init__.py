"""Celtos: battles of loose units in Celtic fantasy, here with armies of the sengoku."""

from app.systems.celtos.system import SYSTEM

__all__ = ["SYSTEM"]
