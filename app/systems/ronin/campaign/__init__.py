"""The campaign (RON-CAM): warbands between two battles."""
