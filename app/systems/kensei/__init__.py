"""Kensei: formations of up to twenty models, their officers, their orders and their magic."""
