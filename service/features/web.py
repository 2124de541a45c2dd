"""The pages of the web client, embeds and oEmbed."""

from service.feature import Feature
from service.web import routes as web

feature = Feature("web", pages=web.routes)
