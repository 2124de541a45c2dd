"""Caps per account and address, counted in the transaction that adds to them."""
