"""Actions (RON-ACT): the Action Phase, and the things models carry."""
