"""The service itself: info, health, metrics, documentation."""
