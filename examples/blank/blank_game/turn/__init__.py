"""The turn (BLA-TRN): who throws, and how a game ends."""
