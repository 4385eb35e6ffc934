"""The turn (KEN-TRN): its phases and its start."""
