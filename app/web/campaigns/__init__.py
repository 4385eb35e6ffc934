"""Campaigns: their pages, maps, news and battles."""
