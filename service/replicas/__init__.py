"""Reads from streaming replicas of PostgreSQL, which never show a client less than it has seen (decision 093)."""
