"""The report about unfair play over HTTP."""
