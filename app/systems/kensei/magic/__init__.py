"""Spiritual actions (KEN-SPI): spells from their declaration to their effect, kept up and let go."""
