"""Stories (CPN-STO): linked scenarios."""
