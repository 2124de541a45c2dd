"""Situations that golden games reach, a list for each title."""
