"""What the results say of players: against another one, and by day."""
