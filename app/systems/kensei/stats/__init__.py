"""Stats, dice and rolls (KEN-STA): what a stat is now, the kinds of rolls, Ki."""
