"""The requests that the examples of the document show: one module for each part of the API."""
