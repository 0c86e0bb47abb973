"""Quizzes for learning platforms: GIFT and Moodle XML for Moodle, a QTI 1.2 package for Canvas."""

from grader.quiz.export.write import ExportedQuiz, QuizFormat, export

__all__ = ["ExportedQuiz", "QuizFormat", "export"]
