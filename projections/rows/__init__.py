"""The rows of lists, results and ratings, computed from events without SQL."""
