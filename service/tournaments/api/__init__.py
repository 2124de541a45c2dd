"""Tournaments: their terms, acts, rounds, standings, events and bundles."""
