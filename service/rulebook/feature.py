"""The titles: their options, rules, rulings, words, data sets and boards."""

from service.core.feature import Feature
from service.rulebook import routes

feature = Feature("rulesets", routes=(routes.router,))
