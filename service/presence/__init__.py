"""Presence: how many players are here, and how many watch which game. It has numbers only."""
