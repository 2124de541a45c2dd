"""Titles: options, rules and printed tables."""
