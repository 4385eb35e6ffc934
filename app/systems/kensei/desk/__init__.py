"""What an umpire may change in a battle."""
