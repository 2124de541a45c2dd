"""The simulated people: players, organisers, and the receivers of their webhooks."""
