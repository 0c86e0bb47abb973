"""Loads judges.py and hidden_judges.py: the author's own code, run by the grader and never by a child."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from grader.course import Exercise
from grader.errors import ContentError


class Judges:
    """The judges and the makers of inputs of one exercise. Loaded on first use."""

    def __init__(self, exercise: Exercise) -> None:
        self._paths = [path for path in (exercise.judges_path, exercise.hidden_judges_path) if path is not None]
        self._judges: dict[str, Callable[[Any, Any, Any], str | None]] = {}
        self._givens: dict[str, Callable[[Any], tuple[Any, Any]]] = {}
        self._drawings: dict[str, Callable[[Any, Any], dict[str, Any]]] = {}
        self._loaded = False

    def judge(self, check: str) -> Callable[[Any, Any, Any], str | None] | None:
        self._load()
        return self._judges.get(check)

    def drawing(self, check: str) -> Callable[[Any, Any], dict[str, Any]] | None:
        """What draws the outcome of a check that has passed, if the author wrote it."""
        self._load()
        return self._drawings.get(check)

    def given(self, check: str, seed: int) -> tuple[Any, Any]:
        """What the check gets, and what is kept back for its judge."""
        import numpy

        self._load()
        maker = self._givens.get(check)
        if maker is None:
            place = self._paths[0] if self._paths else Path("judges.py")
            raise ContentError(place, f"check '{check}' takes inputs, but nothing makes them; add @given({check!r})")
        inputs, secret = maker(numpy.random.RandomState(seed))
        return inputs, secret

    def secret(self, check: str, seed: int) -> Any:
        self._load()
        return self.given(check, seed)[1] if check in self._givens else None

    def _load(self) -> None:
        if self._loaded:
            return
        self._loaded = True
        for path in self._paths:
            for function in vars(_run(path)).values():
                if hasattr(function, "__judge__"):
                    self._judges[function.__judge__] = function
                if hasattr(function, "__given__"):
                    self._givens[function.__given__] = function
                if hasattr(function, "__drawing__"):
                    self._drawings[function.__drawing__] = function


def _run(path: Path) -> ModuleType:
    module = ModuleType(path.stem)
    try:
        exec(compile(path.read_bytes(), str(path), "exec"), module.__dict__)
    except Exception as problem:
        raise ContentError(path, f"cannot be loaded: {type(problem).__name__}: {problem}") from problem
    return module
