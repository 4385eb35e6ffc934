"""What bots think of first, and what one unit may expect to do to another."""
