"""The projections: lobby, seats, results and ratings, each with its tables and queries."""
