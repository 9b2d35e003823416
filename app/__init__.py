"""Multi-tenant commerce backend with conversational agents."""

__version__ = "0.1.0"
