"""The export of everything about a person."""
