"""The tools that record the examples and write the OpenAPI document."""
