"""The pages of the web client, embeds and oEmbed, the index and the pages of the API, and the pages of problems."""

from service.core.feature import Feature
from service.web import routes as web
from service.web.documents import docs, dumps, files, guides, index, problem_pages, sdk

feature = Feature(
    "web",
    routes=index.routes,
    pages=(*files.routes, *sdk.routes, *docs.routes, *dumps.routes, *guides.routes, problem_pages.router, *web.routes),
)
