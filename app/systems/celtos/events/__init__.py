"""What happens in a battle: each event assigns what it states, and words itself for the log."""
