"""What may come of a deed, as it is shown beforehand."""
