"""The map (CPN-MAP, CPN-YEA): provinces, marches, seasons, recovery."""
