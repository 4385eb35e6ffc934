"""The weather (DAI-WEA): what a scenario fixes, what dice bring, what it does."""
