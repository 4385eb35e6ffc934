"""Command (DAI-OBE): who commands a unit, whether he reaches it, and what it must roll to obey."""
