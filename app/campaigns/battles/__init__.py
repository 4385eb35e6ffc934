"""Battles (CPN-SCH, CPN-RES): dates, musters, and how a table becomes a result."""
