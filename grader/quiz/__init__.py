"""Quizzes: drawing a paper, reading answers, scoring, item analysis. Nothing here shows anything."""
