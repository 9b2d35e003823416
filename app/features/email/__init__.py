"""Transactional e-mail."""
