"""Players that are programs.  They see what a seat sees and answer what a seat is asked."""
