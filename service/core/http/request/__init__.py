"""Validation of requests: heads, media types, parameters and bodies."""
