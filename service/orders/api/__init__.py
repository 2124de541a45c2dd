"""The routes of standing orders."""
