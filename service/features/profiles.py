"""What a player has at this site: the profile, the limits, the calendar, and the end of the account."""

from service.api.accounts import routes as accounts
from service.api.feeds import own_calendar
from service.feature import Feature

feature = Feature("profiles", routes=(accounts.router, own_calendar.router))
