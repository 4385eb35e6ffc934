"""The table: the room of a game, its panels, answers, standing orders, and a game over REST."""
