"""The line to an open page: what it is told after each change, and what it may send."""
