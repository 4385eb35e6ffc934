"""What phases share."""
