"""What one seat may believe of a battle, and answers worth trying."""
