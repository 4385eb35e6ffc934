"""Running away (KEN-RUN): Honour tests, the flight, the chase."""
