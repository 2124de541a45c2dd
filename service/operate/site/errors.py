"""The error of the commands of a site."""


class SiteError(Exception):
    """A command of a site failed. The message says why and what to do."""
