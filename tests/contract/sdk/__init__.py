"""The SDKs of openapi/sdk: their generated files, the packages, and whole games over bad connections."""
