"""Random events (DAI-EVT), where they were agreed."""
