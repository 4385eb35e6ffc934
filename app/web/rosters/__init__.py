"""Building rosters, keeping them, and taking them in and out as text."""
