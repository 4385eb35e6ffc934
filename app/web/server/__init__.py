"""What every request passes, and how this server is started, watched and spoken to over a socket."""
