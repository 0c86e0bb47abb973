"""What a result depends on, as digests: when one changes, results are out of date."""

from __future__ import annotations

import hashlib
import json
from importlib.metadata import version

from grader.course import Exercise
from grader.files import package_digest


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


def grader_version() -> str:
    """The version, and a digest of the program: a mended grader grades anew."""
    return f"{version('attention-grader')} {package_digest()[:16]}"
