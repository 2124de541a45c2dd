"""The analysis of a finished game: luck, scores, returns and time. It follows from the log alone."""
