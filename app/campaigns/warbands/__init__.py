"""Warbands (CPN-WAR, CPN-AFT, CPN-TRA): raised and kept, what follows from a battle, trades."""
