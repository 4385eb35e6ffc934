"""What an umpire does at a table."""
