"""The set-up (RON-SET): what stands against one, its dice, terrain, deployment."""
