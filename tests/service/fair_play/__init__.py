"""Tests of the report about unfair play."""
