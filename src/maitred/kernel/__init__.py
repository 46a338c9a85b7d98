"""What a game is. Knows no game."""
