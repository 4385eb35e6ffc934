"""Measurements, each beside a floor that was measured in the same run on the same machine."""
