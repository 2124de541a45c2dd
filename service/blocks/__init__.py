"""Blocks: whom a player wants to be kept apart from. Only the player knows of them (decision 073)."""
