"""Situations that the golden games have to reach, by title: each is a name and a test of one batch of events."""
