"""The path of one model and where a unit ends: what it costs, what stands against it (CEL-MOV)."""
