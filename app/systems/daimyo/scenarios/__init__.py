"""Scenarios (DAI-SCN): what each says, set-up, deployment, arrivals, victory."""
