"""Results, leaderboards and ratings."""
