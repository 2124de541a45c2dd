"""Tournaments: pure functions over the acts and results of an event of many games."""
