"""What can happen in a battle.  Each event knows what it assigns and how the log tells it."""
