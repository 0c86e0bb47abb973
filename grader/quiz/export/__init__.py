"""Quizzes for learning platforms: GIFT and Moodle XML for Moodle, a QTI 1.2 package for Canvas."""

from grader.quiz.export.write import Exported, Form, export

__all__ = ["Exported", "Form", "export"]
