"""How players meet: challenges, rematches, and pools that pair by rating. None of it is in a log (decision 072)."""
