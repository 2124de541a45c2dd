"""Talk: messages at games and tournaments, private notes, and absences. None of it is in a log (decision 070)."""
