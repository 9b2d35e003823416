"""The HTTP kit: declaration by signature, routing, scopes, errors, OpenAPI. Knows no feature."""
