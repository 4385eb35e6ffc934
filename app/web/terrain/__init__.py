"""Drawing tables."""
