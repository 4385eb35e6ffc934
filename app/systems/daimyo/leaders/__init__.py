"""Leaders (DAI-LDR): where they go, what of them counts, their dangers, single combat."""
