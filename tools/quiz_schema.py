"""Writes quizzes/quiz.schema.json, by which editors complete and check quiz files: `python tools/quiz_schema.py`."""

from __future__ import annotations

from pathlib import Path

from grader.course.quiz_schema import schema_text

if __name__ == "__main__":
    target = Path(__file__).parents[1] / "quizzes" / "quiz.schema.json"
    target.write_text(schema_text(), encoding="utf-8")
