"""Rallying (DAI-RAL): routing and frenzied units that try to come back."""
