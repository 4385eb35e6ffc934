"""What happened, topic by topic."""
