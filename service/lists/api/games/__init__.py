"""The lists of games, and the result of a game."""
