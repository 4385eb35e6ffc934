"""A hosted game: seats, dice, one mailbox, and the record it leaves."""
