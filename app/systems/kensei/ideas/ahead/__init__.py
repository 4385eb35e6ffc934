"""What lies before a unit on its way."""
