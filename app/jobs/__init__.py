"""The job queue, its schedule and the worker loop."""
