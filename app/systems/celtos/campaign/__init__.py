"""The campaign (CEL-CAM): bands between two battles."""
