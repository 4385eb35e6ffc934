"""The turn (DAI-INI, DAI-END): its start, the initiative, reforming, its end."""
