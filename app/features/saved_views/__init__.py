"""Lists that people at the desk come back to. SQL: sql/saved_views.sql; tests/features/test_saved_views.py."""
