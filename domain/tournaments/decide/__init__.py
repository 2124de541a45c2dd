"""What may be asked of a tournament. Each act returns one batch of events."""
