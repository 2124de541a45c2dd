"""Tournaments that simulated players play through several processes, one of which is killed in each round."""
