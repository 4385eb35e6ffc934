"""What people say at and around a table."""
