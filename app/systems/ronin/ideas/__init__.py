"""What bots suppose, and what the server finds or luck proposes."""
