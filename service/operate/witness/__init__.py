"""A witness: it follows the logs of sites, cosigns checkpoints that only grow, and raises an alarm if one forks."""
