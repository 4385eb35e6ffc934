"""Fire (DAI-FIR): who may fire, lanes, targets, a volley from its dice to its last casualty."""
