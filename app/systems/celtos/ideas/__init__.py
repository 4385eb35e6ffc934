"""What bots suppose, and moves worth trying."""
