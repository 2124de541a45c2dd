"""How much one account, or one address, may have: counted in the transaction that adds to it, for all processes."""
