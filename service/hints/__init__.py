"""Hints of the engine for the player of a seat."""
