"""The REST API: authentication, errors and one package of routes per resource."""
