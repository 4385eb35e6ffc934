"""Combat (KEN-CBT): weapons, who fights whom, the order of blows, and a Combat from positions to result."""
