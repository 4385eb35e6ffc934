"""Generic Orders (KEN-ORD): what is declared in secret, what it costs, and what a Unit has been told."""
