"""Responses: conditional requests, content negotiation, compression and CSV."""
