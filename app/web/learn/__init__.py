"""Learning: the paths of lessons, and the tables at which one learns."""
