"""Hostile clients, one kind after the other, while good clients ask: `python -m tests.abuse.crowds`."""
