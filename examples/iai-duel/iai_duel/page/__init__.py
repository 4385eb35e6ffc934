"""What pages show: a duel as anybody may see it, and what a page needs to lay one."""
