"""Why a site cannot do what it is asked."""


class SiteError(Exception):
    """The site cannot do what it is asked; says why and what to do."""
