"""The set-up (CEL-SET): what stands against one, the ground, edges and roles, deployment."""
