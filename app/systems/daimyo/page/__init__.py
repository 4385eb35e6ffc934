"""What pages show of a battle and of a set-up."""
