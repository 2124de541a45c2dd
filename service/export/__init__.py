"""The export of everything that the service stores about a person."""
