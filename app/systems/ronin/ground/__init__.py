"""Ground (RON-TER): terrain, weather and light, the river, tables that are laid ready."""
