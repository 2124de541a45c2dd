"""Requests and replies for tournaments."""
