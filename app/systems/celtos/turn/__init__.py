"""The turn (CEL-TRN, CEL-MRK, CEL-INI): markers, who goes first, roll-offs, and what ends a turn."""
