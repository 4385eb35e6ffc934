"""Charging (KEN-CHG): who may charge whom, the answers of the charged, the way and the contact."""
