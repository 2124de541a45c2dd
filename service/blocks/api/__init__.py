"""The routes of blocks, and the check of seats."""
