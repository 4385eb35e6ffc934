"""Mutation: the figures and branches of a rule system broken one by one, to see whether its cases notice."""

from app.mutation.command import main

__all__ = ["main"]
