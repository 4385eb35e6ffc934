"""Wounds (RON-WND): who takes one, what it does, what the fallen leave behind."""
