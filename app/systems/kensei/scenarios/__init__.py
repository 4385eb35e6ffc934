"""Scenarios and victory (KEN-SCN): what each says, what stands against a set-up, and how a battle ends."""
