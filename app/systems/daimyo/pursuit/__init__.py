"""Pursuit (DAI-PUR): routs, where they lead, and what the victors do."""
