"""What the phases share: moving, shooting, assaults, reactions, checks."""
