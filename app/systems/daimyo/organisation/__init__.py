"""Organisation (DAI-ORG): scale, stands, units, qualities and arms; from hits to stands to units lost."""
