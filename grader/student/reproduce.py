"""A script that replays one failed check on the student's file, without the grader unless it needs a device."""

from __future__ import annotations

import ast
import json
from typing import Any

from grader.course import Course, Exercise, without_other_checks
from grader.errors import UsageError
from grader.grade.plan import Judges, published
from grader.results import ExerciseResult
from grader.submission import Submission

_TEMPLATE = '''\
"""Replays the check "{title}" of {slug} on {filename}.

The check failed with: {message}
Run it with: python replay.py
"""

import os
import random
import sys
from types import ModuleType

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
    module = sys.modules["submission"] = ModuleType("submission")
    module.__file__ = path
    exec(compile({code}, path, "exec"), module.__dict__)
    return module
"""
_CELLS = """
CELLS = {source!r}  # the notebook's code for this exercise
"""
_PROVIDED = """
provided = sys.modules["provided"] = ModuleType("provided")
exec({source!r}, provided.__dict__)
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
    """A script that replays the first public check that failed; UsageError if all passed."""
    specs = {spec.id: spec for spec in exercise.checks}
    failed = next((check for check in result.checks if check.id in specs and not check.passed), None)
    if failed is None:
        raise UsageError(f"every public check of {exercise.slug} passed: there is nothing to replay")
    spec, provided = specs[failed.id], exercise.provided_source
    setting = published(course.seed)
    torch = _TORCH if spec.takes_device or exercise.needs_torch or submission.mentions(b"torch") else ""
    given = f", {_literal(Judges(exercise).given(spec.id, setting.seed_of(exercise))[0])}" if spec.takes_given else ""
    load = _LOAD.format(code='open(path, "rb").read()')
    if submission.places:  # a notebook
        load = _CELLS.format(source=submission.source.decode()) + "\n" + _LOAD.format(code="CELLS")
    return _TEMPLATE.format(
        title=_in_docstring(spec.title),
        slug=exercise.slug,
        message=_in_docstring(failed.message),
        filename=_in_docstring(submission.filename),
        path=json.dumps(str(submission.path.absolute()), ensure_ascii=False),
        seed=setting.seed_of(exercise, spec.id),
        torch=torch + (_DEVICE if spec.takes_device else ""),
        provided="" if provided is None else _PROVIDED.format(source=provided),
        source=_without_grader(without_other_checks(exercise.checks_source, spec.id)),
        load=load,
        check=spec.id,
        given=given + (", DEVICE" if spec.takes_device else ""),
    )


def _in_docstring(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', "'")


def _without_grader(source: str) -> str:
    """The check as plain Python: without its decorator, docstring, and imports of the grader and of numpy, which the
    script imports itself."""
    tree, kept = ast.parse(source), []
    for node in tree.body:
        match node:
            case ast.ImportFrom(module=str(module)) if module.partition(".")[0] == "grader":
                continue
            case ast.Import(names=[ast.alias(name="numpy", asname="np")]) | ast.Expr(value=ast.Constant()):
                continue
            case ast.FunctionDef(decorator_list=decorators):
                node.decorator_list = [item for item in decorators if not ast.unparse(item).startswith("check(")]
        kept.append(node)
    tree.body = kept
    text = ast.unparse(ast.fix_missing_locations(tree))
    return f"{_INJECT}\n\n{text}" if "inject(" in text else text


def _literal(value: Any) -> str:
    if hasattr(value, "tolist"):
        return f"np.array({value.tolist()!r})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {_literal(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        inner = ", ".join(_literal(item) for item in value)
        return f"[{inner}]" if isinstance(value, list) else f"({inner},)"
    return repr(value)
