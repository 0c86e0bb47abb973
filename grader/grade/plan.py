"""What runs: which checks, on which implementation, with which seeds; and an exercise's own judges."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from grader.course import CheckSpec, Exercise
from grader.errors import ContentError
from grader.submission import Submission
from grader.values import Limits
from grader.worker import Implementation, Layer, Listener, Report, Request, Task, Worker, encode_value
from grader.worker.devices import READY, REAL, SIMULATED

EXACT = "exact"
_STAGE_SECONDS = 60.0


class Judges:
    """The judges and the makers of inputs of one exercise, from judges.py and hidden_judges.py: the author's own code,
    run by the grader and never by a child. Loaded on first use."""

    def __init__(self, exercise: Exercise, worker: Worker | None = None) -> None:
        """`worker` runs second stages; who only wants inputs needs none."""
        self._exercise = exercise
        self._worker = worker
        self._paths = [path for path in (exercise.judges_path, exercise.hidden_judges_path) if path is not None]
        self._judges: dict[str, Callable[[Any, Any, Any], str | None]] = {}
        self._givens: dict[str, Callable[[Any], tuple[Any, Any]]] = {}
        self._drawings: dict[str, Callable[[Any, Any], dict[str, Any]]] = {}
        self._stages: dict[str, tuple[str, bytes]] = {}  # check → name and file of the function
        self._staged: tuple[Report, Report] | None = None  # the last outcome, and what its second stage made of it
        self._loaded = False

    def judge(self, check: str) -> Callable[[Any, Any, Any], str | None] | None:
        self._load()
        return self._judges.get(check)

    def drawing(self, check: str) -> Callable[[Any, Any], dict[str, Any]] | None:
        """What draws the outcome of a check that has passed, if the author wrote it."""
        self._load()
        return self._drawings.get(check)

    def has_second_stage(self, check: str) -> bool:
        self._load()
        return check in self._stages

    def value(self, check: str, report: Report, seed: int) -> Any:
        """The value that is judged: what the check returned, or what its second stage made of that, in a process which
        nothing of the submission enters. ValueError if the second stage cannot use it."""
        if not self.has_second_stage(check):
            return report.value
        if self._staged is None or self._staged[0] is not report:
            name, source = self._stages[check]
            given = encode_value({"value": report.value, "secret": self.secret(check, seed)})
            task = Task(name, source, seed, seconds=_STAGE_SECONDS, given=given)
            request = Request(Implementation(_provided(self._exercise)), (task,), limits_of(self._exercise))
            assert self._worker is not None
            self._staged = report, self._worker.run([request])[0][0]
        staged = self._staged[1]
        if staged.status != "value":
            raise ValueError(f"the second stage of '{check}' ended with '{staged.status}'")
        return staged.value

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
            module = ModuleType(path.stem)
            try:
                exec(compile(path.read_bytes(), str(path), "exec"), module.__dict__)
            except Exception as problem:
                raise ContentError(path, f"cannot be loaded: {type(problem).__name__}: {problem}") from problem
            for function in vars(module).values():
                if hasattr(function, "__judge__"):
                    self._judges[function.__judge__] = function
                if hasattr(function, "__given__"):
                    self._givens[function.__given__] = function
                if hasattr(function, "__drawing__"):
                    self._drawings[function.__drawing__] = function
                if hasattr(function, "__second_stage__"):
                    self._stages[function.__second_stage__] = function.__name__, path.read_bytes()


@dataclass(frozen=True)
class Setting:
    """How inputs are made: a seed for the whole course, and the precision of what is drawn. Where device checks run."""

    seed: int
    precision: str = EXACT  # or "float32", "nudged"
    device: str = SIMULATED

    def seed_of(self, exercise: Exercise, check: str = "") -> int:
        """A seed for each check, so that no check depends on which others ran.

        What `given` makes has one for the whole exercise: data is split in one way, or the inputs of one check would
        hold the answers of another.
        """
        text = f"{self.seed}/{exercise.slug}/{check}".encode()
        return int.from_bytes(hashlib.sha256(text).digest()[:4], "big")


def published(seed: int, device: str = SIMULATED) -> Setting:
    """The setting students see: outcomes for it can be kept and shipped."""
    return Setting(seed, device=device)


def salted(seed: int, salt: int, device: str = SIMULATED) -> Setting:
    return Setting(seed * 1_000_003 + salt, device=device)


def modules_for(exercise: Exercise, device: str, sources: bytes) -> list[str]:
    """What is loaded once, before children start, rather than in every child; `sources`: what they will run."""
    if not exercise.needs_device:
        return ["torch"] if exercise.needs_torch or b"torch" in sources else []
    return ["torch", *([] if device == "cpu" else [f"{READY}{device}"])]


def limits_of(exercise: Exercise, device: str = SIMULATED) -> Limits:
    """Those of the exercise; a real accelerator maps more memory than anybody uses."""
    limits = exercise.limits
    return limits._replace(memory_mb=0) if device in REAL and exercise.needs_device else limits


def of_submission(exercise: Exercise, submission: Submission) -> Implementation:
    layer = Layer(exercise.slug, submission.filename, submission.source)
    return Implementation((layer,), _provided(exercise), submission.files, forbidden_by(exercise))


def of_reference(exercise: Exercise, overlay: str | None = None) -> Implementation:
    """The reference, and on top of it a misconception's or a mutant's definitions."""
    layers = [Layer("solution", "solution.py", exercise.solution_source.encode())]
    if overlay is not None:
        layers.append(Layer("misconception", "misconception.py", overlay.encode(), overlay=True))
    return Implementation(tuple(layers), _provided(exercise), forbidden=forbidden_by(exercise))


def of_source(exercise: Exercise, source: str, name: str) -> Implementation:
    """A whole implementation from its source: an accepted variant, a mutant, a stub."""
    return Implementation(
        (Layer("solution", name, source.encode()),), _provided(exercise), forbidden=forbidden_by(exercise)
    )


def _provided(exercise: Exercise) -> tuple[Layer, ...]:
    source = exercise.provided_source
    return () if source is None else (Layer("provided", "provided.py", source.encode()),)


def forbidden_by(exercise: Exercise) -> tuple[str, ...]:
    """What its implementations may not call."""
    return exercise.forbids.names if exercise.forbids else ()


def public_tasks(exercise: Exercise, specs: Iterable[CheckSpec], setting: Setting, judges: Judges) -> tuple[Task, ...]:
    source = exercise.checks_source.encode()
    return tuple(_task(exercise, spec, source, setting, judges) for spec in specs)


def hidden_task(exercise: Exercise, spec: CheckSpec, setting: Setting, judges: Judges) -> Task:
    """A hidden check travels with no other in its file."""
    return _task(exercise, spec, exercise.hidden_sources[spec.id], setting, judges)


def _task(exercise: Exercise, spec: CheckSpec, source: bytes, setting: Setting, judges: Judges) -> Task:
    seed = setting.seed_of(exercise, spec.id)
    given = None
    if spec.takes_given:
        given = encode_value(judges.given(spec.id, setting.seed_of(exercise))[0])
    seconds = spec.seconds or exercise.limits.seconds
    device = setting.device if spec.takes_device else ""
    return Task(spec.id, source, seed, setting.precision, seconds, given, device, spec.uses)


def request_for(
    exercise: Exercise,
    implementation: Implementation,
    setting: Setting,
    judges: Judges,
    specs: Iterable[CheckSpec],
    listener: Listener | None = None,
) -> Request:
    """One process for all checks of a solution: public ones first, then hidden ones, to which nobody listens."""
    chosen = list(specs)
    public = public_tasks(exercise, (spec for spec in chosen if not spec.hidden), setting, judges)
    hidden = tuple(hidden_task(exercise, spec, setting, judges) for spec in chosen if spec.hidden)
    return Request(implementation, public, limits_of(exercise, setting.device), hidden, listener)
