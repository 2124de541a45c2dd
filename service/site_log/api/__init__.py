"""The routes of the transparency log."""
