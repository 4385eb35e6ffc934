"""The campaign (DAI-CAM): armies between two battles."""
