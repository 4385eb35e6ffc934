"""Combat resolution (KEN-RES): what follows each Combat, in the order they were fought."""
