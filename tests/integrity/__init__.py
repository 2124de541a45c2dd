"""Damaged databases: what is named, what is left out, and what goes on."""
