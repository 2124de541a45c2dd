"""A whole site on one machine: PostgreSQL, service processes and the worker, each started again when it ends."""

from service.site.making import FILE, Site, SiteError, check, prepare

__all__ = ["FILE", "Site", "SiteError", "check", "prepare"]
