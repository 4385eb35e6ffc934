"""What phases share: morale, moving, shooting, melee, wounds."""
