"""The board: counters, formations and ground as they are drawn, and what is said of them."""
