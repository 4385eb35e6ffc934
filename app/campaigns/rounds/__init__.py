"""Rounds (CPN-RND, CPN-PAI, CPN-HLP, CPN-STA, CPN-ABS): pairings, formats, standings, absence, what comes by itself."""
