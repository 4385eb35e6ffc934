"""The Assault (CEL-ASL): whom a unit may name, the moves into contact, and what falls short."""
