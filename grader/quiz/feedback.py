"""What a student may be told about a graded attempt, as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any

from grader.course.quizfile import Feedback
from grader.quiz.answers import in_words, right_answer
from grader.quiz.draw import Variant
from grader.quiz.grading import Sheet
from grader.quiz.remarks import remarks


def told_to(sheets: Iterable[Sheet]) -> Iterator[dict[str, Any]]:
    """Each attempt. Where the quiz never tells what was right, only points are told."""
    for sheet in sheets:
        attempt, counts = sheet.handed.attempt, not sheet.why_not
        yield {
            "attempt": attempt.attempt,
            "submitted": attempt.finished or None,
            "problem": sheet.why_not,
            "points": sheet.score.points if counts else 0.0,
            "max_points": sheet.score.max_points,
            "questions": [_question(sheet, variant) for variant in sheet.paper.questions] if counts else [],
        }


def _question(sheet: Sheet, variant: Variant) -> dict[str, Any]:
    earned, answer = sheet.score.scores[variant.id], sheet.answers.get(variant.id)
    told = {
        "id": variant.id,
        "prompt": variant.prompt,
        "mark": earned.mark.value,
        "points": earned.points,
        "max_points": earned.max_points,
        "answer": in_words(variant, answer),
        "note": earned.note,
    }
    if sheet.paper.feedback is Feedback.NEVER:
        return told
    return told | {
        "right_answer": in_words(variant, right_answer(variant)),
        "remarks": [asdict(remark) for remark in remarks(variant, answer)],
        "explanation": variant.explanation,
        "practise": list(variant.question.practise),
    }
