"""Client connections: limits, idle timeouts, and admission of concurrent requests."""
