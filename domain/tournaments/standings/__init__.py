"""Standings: points, named tie-breaks and their trace, in exact fractions."""
