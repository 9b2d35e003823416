"""Uploads to text and chunks. No SQL; tests/features/test_process_file.py."""
