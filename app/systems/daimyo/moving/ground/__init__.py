"""The ground that troops move over: what it is, what it hides, buildings and palisades (DAI-MOV)."""
