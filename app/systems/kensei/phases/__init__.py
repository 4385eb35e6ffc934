"""Phases of a battle: set-up, start of turn, orders, actions by steps, combat, resolution."""
