"""Tournaments: their log, the use case, and the steward that takes the steps that are due."""
