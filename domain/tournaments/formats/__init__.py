"""The formats of tournaments: how many rounds there are, and how the tables of the next round are drawn."""
