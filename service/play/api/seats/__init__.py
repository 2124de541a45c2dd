"""Seats: take, leave, seat tokens and invitations."""
