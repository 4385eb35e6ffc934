"""The turn (RON-PRI, RON-END): who has Priority, whose go it is, and what ends a turn."""
