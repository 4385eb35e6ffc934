"""Pages, the REST API and the websocket."""
