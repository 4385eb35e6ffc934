"""Makes the environment the program runs in.  Standard library only."""
