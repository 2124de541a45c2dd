"""What a player has at this site: the profile, the limits, the calendar, and the end of the account."""
