"""The front page, the lobby, and laying a table."""
