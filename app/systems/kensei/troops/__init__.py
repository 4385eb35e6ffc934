"""Model types and formations (KEN-TYP): bases, formations, and characters who join a Unit."""
