"""Special Orders (KEN-SPO): Taisho abilities, Regroup, Strategic Orders."""
