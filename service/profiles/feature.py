"""What a player has at this site: the profile, the limits, the calendar, and the end of the account."""

from service.core.feature import Feature
from service.profiles import own_calendar
from service.profiles import routes as accounts

feature = Feature("profiles", routes=(accounts.router, own_calendar.router))
