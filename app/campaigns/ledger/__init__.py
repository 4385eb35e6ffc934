"""The ledger (CPN-LED, CPN-RUL, CPN-EXP): entries, what a campaign is after them, corrections, files."""
