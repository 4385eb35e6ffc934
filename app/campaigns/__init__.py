"""Shared campaigns: a ledger that is only added to, and warbands, rounds, maps and stories that follow from it."""
