"""People (CPN-PEO): who is in a campaign, what they may do and see."""
