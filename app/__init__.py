"""Multi-tenant commerce backend with conversational agents."""

__version__ = "0.2.0"
