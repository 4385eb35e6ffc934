"""What may come of a deed, as it is shown beforehand; nothing here measures (KEN-STA-37)."""
