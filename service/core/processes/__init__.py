"""Processes for work that would hold the interpreter that answers requests."""
