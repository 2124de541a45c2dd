"""The connections of clients: how many there are, which are idle, and how much of the work of each is done at once."""
