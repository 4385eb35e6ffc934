"""What pages show, and what a page needs to lay a game."""
