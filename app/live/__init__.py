"""Live tables: who is connected, and what each audience is told, rendered and framed once."""
