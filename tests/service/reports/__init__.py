"""Tests of reports, appeals and their numbers, over a real socket."""
