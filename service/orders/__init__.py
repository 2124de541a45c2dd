"""Standing orders: what a seat has decided in advance, and the service carries out for it (decision 071)."""
