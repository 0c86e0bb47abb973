"""Proves that content keeps its promises, makes new exercises and student editions."""
