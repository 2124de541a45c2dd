"""Requests to hosts that users name: only to public addresses, within limits of time and size."""
