"""Reports of players about texts, names and play: the queue of moderators, answers, appeals, numbers for all."""
