"""Stateful fakes of the third parties, served on loopback: what the clients' tests and the features' tests call."""
