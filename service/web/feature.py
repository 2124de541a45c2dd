"""The pages of the web client, embeds and oEmbed, the page of the API, and the pages of problems."""

from service.core.feature import Feature
from service.web import routes as web
from service.web.documents import docs, files, problem_pages

feature = Feature("web", pages=(*files.routes, *docs.routes, problem_pages.router, *web.routes))
