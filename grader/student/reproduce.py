"""A script that replays one failed check on the student's file, without the grader unless it needs a device."""

from __future__ import annotations

import ast
import json
from typing import Any

from grader.course import CheckSpec, Course, Exercise, without_other_checks
from grader.errors import UsageError
from grader.grade.plan import published
from grader.results import ExerciseResult
from grader.submission import Submission

_TEMPLATE = '''\
"""Replays the check "{title}" of {slug} on {filename}.

The grader said: {message}
Run it with: python replay.py
"""

import importlib.util
import os
import random
import sys

import numpy as np

FILE = {path}
SEED = {seed}
{torch}
{provided}
{source}

{load}

random.seed(SEED)
np.random.seed(SEED)
result = {check}(load(sys.argv[1] if len(sys.argv) > 1 else FILE), np.random.RandomState(SEED){given})
print("your code returned:")
print(result)
'''
_LOAD = """
def load(path):
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    spec = importlib.util.spec_from_file_location("submission", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["submission"] = module
    spec.loader.exec_module(module)
    return module
"""
_LOAD_CELLS = """
CELLS = {source!r}  # what the notebook holds for this exercise


def load(path):
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    module = type(sys)("submission")
    sys.modules["submission"] = module
    exec(compile(CELLS, "cells", "exec"), module.__dict__)
    return module
"""
_PROVIDED = """
from types import ModuleType

provided = ModuleType("provided")
exec({source!r}, provided.__dict__)
sys.modules["provided"] = provided
"""
_TORCH = """
import torch

torch.set_default_dtype(torch.float64)
torch.manual_seed(SEED)
"""
_DEVICE = """
# The simulated accelerator comes with the grader. Write "cuda" or "mps" below to use your own.
from grader.checks import copies, place, unplugged
from grader.worker.accelerator.device import plug_in

plug_in()
DEVICE = "sim"
"""
_INJECT = '''
def inject(module, rng, scale=0.5):
    """Fill the parameters of a module, as the grader does."""
    import zlib

    base = int(rng.randint(0, 2**31 - 1))
    with torch.no_grad():
        for name, parameter in module.named_parameters():
            stream = np.random.RandomState((base + zlib.crc32(name.encode())) % 2**32)
            numbers = stream.normal(0.0, scale, size=tuple(parameter.shape))
            parameter.copy_(torch.as_tensor(numbers, dtype=parameter.dtype))
    return module
'''


def script(course: Course, exercise: Exercise, submission: Submission, result: ExerciseResult) -> str:
    """The script for the first public check that failed."""
    failed = [check.id for check in result.checks if not check.passed and not check.hidden]
    specs = {spec.id: spec for spec in exercise.checks}
    chosen = [specs[check] for check in failed if check in specs]
    if not chosen:
        raise UsageError(f"every public check of {exercise.slug} passed: there is nothing to replay")
    said = next(check.message for check in result.checks if check.id == chosen[0].id)
    return _script(course, exercise, submission, chosen[0], said)


def _script(course: Course, exercise: Exercise, submission: Submission, spec: CheckSpec, said: str) -> str:
    seed = published(course.seed).seed_of(exercise, spec.id)
    source = _without_grader(without_other_checks(exercise.checks_source, spec.id))
    provided = exercise.provided_source
    return _TEMPLATE.format(
        title=_in_docstring(spec.title),
        slug=exercise.slug,
        message=_in_docstring(said),
        filename=_in_docstring(submission.filename),
        path=json.dumps(str(submission.path.absolute()), ensure_ascii=False),
        seed=seed,
        torch=_torch(exercise, submission, spec),
        provided="" if provided is None else _PROVIDED.format(source=provided),
        source=source,
        load=_LOAD_CELLS.format(source=submission.source.decode()) if submission.places else _LOAD,
        check=spec.id,
        given=_given(exercise, spec, seed) + (", DEVICE" if spec.takes_device else ""),
    )


def _torch(exercise: Exercise, submission: Submission, spec: CheckSpec) -> str:
    if spec.takes_device:
        return _TORCH + _DEVICE
    return _TORCH if exercise.needs_torch or submission.mentions(b"torch") else ""


def _in_docstring(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', "'")


def _without_grader(source: str) -> str:
    """The check as plain Python: no decorator, no import of the grader, only what it uses."""
    tree = ast.parse(source)
    tree.body = [node for node in tree.body if not _is_given_already(node) and not _is_docstring(node)]
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            node.decorator_list = [item for item in node.decorator_list if not _is_check(item)]
    text = ast.unparse(ast.fix_missing_locations(tree))
    return f"{_INJECT}\n\n{text}" if "inject(" in text else text


def _is_given_already(node: ast.stmt) -> bool:
    """The grader is not there, and numpy is imported by the script itself."""
    if isinstance(node, ast.ImportFrom):
        return (node.module or "").partition(".")[0] == "grader"
    return isinstance(node, ast.Import) and ast.unparse(node) == "import numpy as np"


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_check(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "check"


def _given(exercise: Exercise, spec: CheckSpec, seed: int) -> str:
    """Inputs that a check is handed, written out."""
    if not spec.takes_given:
        return ""
    from grader.grade.plan import Judges

    return f", {_literal(Judges(exercise).given(spec.id, seed)[0])}"


def _literal(value: Any) -> str:
    if hasattr(value, "tolist"):
        return f"np.array({value.tolist()!r})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {_literal(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        inner = ", ".join(_literal(item) for item in value)
        return f"[{inner}]" if isinstance(value, list) else f"({inner},)"
    return repr(value)
