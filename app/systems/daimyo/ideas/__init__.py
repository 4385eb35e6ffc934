"""What bots suppose, manoeuvres worth trying, and the automatic side."""
