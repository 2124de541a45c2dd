"""Challenges, rematches and pools."""
