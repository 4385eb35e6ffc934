"""Looking back: a game from its beginning, its report, its picture, its dice."""
