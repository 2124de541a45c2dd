"""Tests of talk, private notes and absences, over a real socket."""
