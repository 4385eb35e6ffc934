"""Movement (KEN-MOV): ways in ranks and loose, buildings entered and stormed, what a step may be."""
