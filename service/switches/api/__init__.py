"""The routes of the state of the site."""
