"""Reports over HTTP: of players, the queue of moderators, appeals, numbers."""
