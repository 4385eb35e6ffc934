"""Disorder (DAI-DIS): how it comes and goes."""
