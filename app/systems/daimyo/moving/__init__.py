"""Moving (DAI-MOV): manoeuvres, what they cost and what stands against them, the ground, sight and cover."""
