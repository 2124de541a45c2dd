"""Tests of the shape of the code and of the documents."""
