"""Implementations that do no work: none may earn a grade worth the name."""

from __future__ import annotations

import ast

KINDS = ("its input", "zeros", "ones", "None", "a constant", "random numbers")

_HELPERS = """
import numpy as np
import solution


def _trivial(kind, value):
    if type(value).__module__.partition(".")[0] == "torch" and hasattr(value, "detach"):
        import torch
        return torch.as_tensor(_trivial(kind, value.detach().cpu().numpy()), dtype=value.dtype) + 0 * value
    if isinstance(value, (list, tuple)):
        return type(value)(_trivial(kind, item) for item in value)
    if isinstance(value, dict):
        return {key: _trivial(kind, item) for key, item in value.items()}
    if kind == "None" or isinstance(value, str) or value is None:
        return None
    array = np.asarray(value)
    made = {
        "zeros": np.zeros, "ones": np.ones,
        "a constant": lambda shape: np.full(shape, 0.5), "random numbers": lambda shape: np.random.rand(*shape),
    }[kind](array.shape)
    return made.astype(array.dtype)


def _input(args, kwargs, value):
    return next(iter((*args, *kwargs.values())), None)
"""
_FUNCTION = """
_right_{name} = solution.{name}


def {name}(*args, **kwargs):
    value = _right_{name}(*args, **kwargs)
    return _input(args, kwargs, value) if {kind!r} == "its input" else _trivial({kind!r}, value)
"""
_CLASS = """
_Right{name} = solution.{name}


class {name}(_Right{name}):
    def forward(self, *args, **kwargs):
        value = super().forward(*args, **kwargs)
        return _input(args, kwargs, value) if {kind!r} == "its input" else _trivial({kind!r}, value)
"""


def overlays(stub: str) -> dict[str, str]:
    """Kind → source that replaces every function and module of the reference by one that does no work."""
    body = ast.parse(stub).body
    functions = [node.name for node in body if isinstance(node, ast.FunctionDef)]
    classes = [node.name for node in body if isinstance(node, ast.ClassDef) and _has_forward(node)]
    return {kind: _overlay(kind, functions, classes) for kind in KINDS}


def _has_forward(node: ast.ClassDef) -> bool:
    return any(isinstance(item, ast.FunctionDef) and item.name == "forward" for item in node.body)


def _overlay(kind: str, functions: list[str], classes: list[str]) -> str:
    parts = [_HELPERS]
    parts += [_FUNCTION.format(name=name, kind=kind) for name in functions]
    parts += [_CLASS.format(name=name, kind=kind) for name in classes]
    return "".join(parts)
