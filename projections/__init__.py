"""Views of a game per viewer, and the rows of lists, computed from events without SQL."""
