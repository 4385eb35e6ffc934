"""What particular spells do once they are cast (KEN-SPI)."""
