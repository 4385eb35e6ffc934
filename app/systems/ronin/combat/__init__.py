"""Combat (RON-CBT, RON-WPN): counters, Initiative, blows, weapons and armour."""
