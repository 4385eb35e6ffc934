"""Scenarios (RON-SCN): what each says, minor goals, victory."""
