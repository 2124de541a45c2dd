"""What seats, options and openings are worth: many games between light policies, counted and published."""
