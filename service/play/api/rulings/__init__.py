"""Rulings of the owner of a game."""
