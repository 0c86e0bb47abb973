"""What a result depends on, as digests: when one changes, results are out of date."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib.metadata import version
from pathlib import Path

from grader.course import Exercise

_ENGINE = ("checks.py", "diagnose.py", "values.py", "compare", "grade", "worker", "submission")


def content_of(exercise: Exercise) -> str:
    """Of all in an exercise that can change an outcome. Its points, its statement and its hints cannot."""
    parts = [exercise.slug, exercise.checks_source, exercise.stub_source, exercise.provided_source or ""]
    parts += [str(exercise.limits), str(exercise.forbids and exercise.forbids.names)]
    if exercise.has_solution:
        parts += [exercise.solution_source, exercise.hidden_source or ""]
        parts += [f"{mistake.name}\n{mistake.source}" for mistake in exercise.misconceptions]
    for path in (exercise.judges_path, exercise.hidden_judges_path):
        parts.append("" if path is None else path.read_text(encoding="utf-8"))
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


@cache
def grader_version() -> str:
    """The version, and a digest of the code that grades: a mended grader grades anew."""
    folder = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for name in _ENGINE:
        path = folder / name
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            digest.update(file.read_bytes())
    return f"{version('attention-grader')} {digest.hexdigest()[:16]}"
