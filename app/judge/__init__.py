"""Case files: rulings anybody can write, played through the same Session as live play."""

from app.judge.blocks import main

__all__ = ["main"]
