"""Ground (CEL-TER): terrain, lines of sight, cover, layouts that are drawn."""
