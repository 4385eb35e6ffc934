"""The yard (IAI-YRD): where a duel is fought, how long, and how it begins and ends."""
