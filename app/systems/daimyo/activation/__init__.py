"""Activation (DAI-ACT): attempts, cards, and the orders of what is active."""
