"""Checks a whole database: hash chains, seals, signatures, positions, and the tables against the log."""
