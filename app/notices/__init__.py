"""Telling somebody who is not looking: mail, web push, webhooks."""
