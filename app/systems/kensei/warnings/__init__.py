"""Warning Orders (KEN-WRN): how they are given, looked at and sprung."""
