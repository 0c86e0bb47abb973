"""What runs: which checks, on which implementation, with which seeds; and an exercise's own judges."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
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
    run by the grader and never by a child. Loaded on first use; ContentError if they cannot be."""

    def __init__(self, exercise: Exercise, worker: Worker | None = None) -> None:
        """`worker` runs second stages."""
        self._exercise = exercise
        self._worker = worker
        self._staged: tuple[Report, Report] | None = None  # the last outcome, and what its second stage made of it
        self._paths = [path for path in (exercise.judges_path, exercise.hidden_judges_path) if path is not None]

    @cached_property
    def _functions(self) -> dict[tuple[str, str], Callable[..., Any]]:
        """The author's functions, by their decorator and check."""
        found = {}
        for path in self._paths:
            module = ModuleType(path.stem)
            try:
                exec(compile(path.read_bytes(), str(path), "exec"), module.__dict__)
            except Exception as problem:
                raise ContentError(path, f"cannot be loaded: {type(problem).__name__}: {problem}") from problem
            for function in vars(module).values():
                for kind in ("judge", "given", "drawing", "second_stage"):
                    if hasattr(function, f"__{kind}__"):
                        found[kind, getattr(function, f"__{kind}__")] = function
        return found

    def find(self, kind: str, check: str) -> Callable[..., Any] | None:
        """Return the author's "judge", "given", "drawing" or "second_stage" of a check, None if there is none."""
        return self._functions.get((kind, check))

    def value(self, check: str, report: Report, seed: int) -> Any:
        """Return the value that is judged: what the check returned, or what its second stage made of that, in a process
        which nothing of the submission enters. ValueError if the second stage cannot use it."""
        stage = self.find("second_stage", check)
        if stage is None:
            return report.value
        if self._staged is None or self._staged[0] is not report:
            assert self._worker is not None
            given = encode_value({"value": report.value, "secret": self.secret(check, seed)})
            source = Path(stage.__code__.co_filename).read_bytes()
            task = Task(stage.__name__, source, seed, seconds=_STAGE_SECONDS, given=given)
            provided = Layer("provided", "provided.py", (self._exercise.provided_source or "").encode())
            request = Request(Implementation((provided,)), (task,), limits_of(self._exercise))
            self._staged = report, self._worker.run([request])[0][0]
        staged = self._staged[1]
        if staged.status != "value":
            raise ValueError(f"the second stage of '{check}' ended with '{staged.status}'")
        return staged.value

    def given(self, check: str, seed: int) -> tuple[Any, Any]:
        """Return the inputs of a check, and what is kept secret for its judge. ContentError if nothing makes them."""
        import numpy

        maker = self.find("given", check)
        if maker is None:
            place = self._paths[0] if self._paths else Path("judges.py")
            raise ContentError(place, f"check '{check}' takes inputs, but nothing makes them; add @given({check!r})")
        inputs, secret = maker(numpy.random.RandomState(seed))
        return inputs, secret

    def secret(self, check: str, seed: int) -> Any:
        """Return what the judge of a check gets besides the values, None if the check takes no inputs."""
        return self.given(check, seed)[1] if self.find("given", check) else None


@dataclass(frozen=True)
class Setting:
    """How inputs are made: a seed for the whole course and the precision of what is drawn; where device checks run."""

    seed: int
    precision: str = EXACT  # or "float32", "nudged"
    device: str = SIMULATED

    def seed_of(self, exercise: Exercise, check: str = "") -> int:
        """Return a seed for each check, so that no check depends on which others ran.

        Without a check: the seed for what `given` makes in the whole exercise. Data must be split in one way, or the
        inputs of one check would contain the answers of another.
        """
        text = f"{self.seed}/{exercise.slug}/{check}".encode()
        return int.from_bytes(hashlib.sha256(text).digest()[:4], "big")


def published(seed: int, device: str = SIMULATED) -> Setting:
    """Return the setting that students see: its outcomes can be cached and shipped."""
    return Setting(seed, device=device)


def salted(seed: int, salt: int, device: str = SIMULATED) -> Setting:
    """Return the setting of a class, whose inputs only the holder of the salt can make."""
    return Setting(seed * 1_000_003 + salt, device=device)


def modules_for(exercise: Exercise, device: str, sources: bytes) -> list[str]:
    """Return what is loaded once, before children start, rather than in every child; `sources`: what they will run."""
    if not exercise.needs_device:
        return ["torch"] if exercise.needs_torch or b"torch" in sources else []
    return ["torch", *([] if device == "cpu" else [f"{READY}{device}"])]


def has_torch() -> bool:
    """Return whether PyTorch is installed, without importing it."""
    from importlib.util import find_spec

    return find_spec("torch") is not None


def missing_package(exercise: Exercise) -> str:
    """Return why an exercise cannot run on this machine, and the command that mends it; "" if it can run."""
    if not (exercise.needs_torch or exercise.needs_device) or has_torch():
        return ""
    return f'{exercise.slug} needs PyTorch, which is not installed here: pip install "attention-grader[torch]"'


def limits_of(exercise: Exercise, device: str = SIMULATED) -> Limits:
    """Return the limits of an exercise. A real accelerator maps more memory than is used, so it has no limit there."""
    limits = exercise.limits
    return limits._replace(memory_mb=0) if device in REAL and exercise.needs_device else limits


def forbidden_by(exercise: Exercise) -> tuple[str, ...]:
    """Return what implementations of an exercise may not call."""
    return exercise.forbids.names if exercise.forbids else ()


def _implementation(exercise: Exercise, *layers: Layer, files: tuple[tuple[str, bytes], ...] = ()) -> Implementation:
    source = exercise.provided_source
    provided = () if source is None else (Layer("provided", "provided.py", source.encode()),)
    return Implementation(layers, provided, files, forbidden_by(exercise))


def of_submission(exercise: Exercise, submission: Submission) -> Implementation:
    """Return a student's implementation."""
    layer = Layer(exercise.slug, submission.filename, submission.source)
    return _implementation(exercise, layer, files=submission.files)


def of_try(exercise: Exercise, submission: Submission, blocks: Iterable[tuple[Exercise, Submission]]) -> Implementation:
    """Return a student's implementation beside their solutions of other exercises, each with what it was provided."""
    layers: list[Layer] = []
    for other, work in blocks:
        layers += of_submission(other, work).provided
        layers.append(Layer(other.slug, work.filename, work.source))
    mine = of_submission(exercise, submission)
    return replace(mine, provided=(*layers, *mine.provided))


def of_source(exercise: Exercise, source: str, name: str) -> Implementation:
    """Return an implementation from its whole source: an accepted variant, a mutant, a stub."""
    return _implementation(exercise, Layer("solution", name, source.encode()))


def of_reference(exercise: Exercise, overlay: str | None = None) -> Implementation:
    """Return the reference, with the definitions of a misconception or a mutant on top of it if given."""
    solution = Layer("solution", "solution.py", exercise.solution_source.encode())
    if overlay is None:
        return _implementation(exercise, solution)
    return _implementation(exercise, solution, Layer("misconception", "misconception.py", overlay.encode(), True))


def task_for(exercise: Exercise, spec: CheckSpec, setting: Setting, judges: Judges) -> Task:
    """Return the task of one check. A hidden check is sent without the others of its file."""
    source = exercise.hidden_sources[spec.id] if spec.hidden else exercise.checks_source.encode()
    seed = setting.seed_of(exercise, spec.id)
    given = encode_value(judges.given(spec.id, setting.seed_of(exercise))[0]) if spec.takes_given else None
    seconds = spec.seconds or exercise.limits.seconds
    device = setting.device if spec.takes_device else ""
    # In an exercise without torch, code that uses it finds it as it is on the student's own machine.
    double = exercise.needs_torch
    return Task(spec.id, source, seed, setting.precision, seconds, given, device, spec.uses, double)


def request_for(
    exercise: Exercise,
    implementation: Implementation,
    setting: Setting,
    judges: Judges,
    specs: Iterable[CheckSpec],
    listener: Listener | None = None,
) -> Request:
    """Return one request for all checks of a solution: public ones first, then hidden ones, which have no listener."""
    public: list[Task] = []
    hidden: list[Task] = []
    for spec in specs:
        (hidden if spec.hidden else public).append(task_for(exercise, spec, setting, judges))
    return Request(implementation, tuple(public), limits_of(exercise, setting.device), tuple(hidden), listener)
