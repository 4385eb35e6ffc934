"""Making scenarios of one's own."""
