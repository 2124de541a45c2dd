"""The titles: their options, rules, rulings, words, data sets and boards."""

from service.api.rulesets import routes
from service.feature import Feature

feature = Feature("rulesets", routes=(routes.router,))
