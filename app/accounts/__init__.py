"""Who people are: accounts, sessions, API tokens, friends."""
