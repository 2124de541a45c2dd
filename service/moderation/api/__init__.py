"""The routes of operators and moderators."""
