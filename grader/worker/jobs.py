"""What the grader asks of a child, and what it hears back."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from grader.errors import WireError
from grader.values import Value
from grader.worker import wire

# Every way a task can end.
STATUSES = {
    "value", "raised", "missing", "arguments", "exited", "memory", "too_large", "output", "syntax", "import",
    "timed_out", "crashed", "broken",
}  # fmt: skip


@dataclass(frozen=True)
class Limits:
    """What one child may use. Seconds are CPU time a check; the wall clock is only a backstop."""

    seconds: float = 5.0
    wall_seconds: float = 30.0
    loading_seconds: float = 10.0  # loading may import a library
    memory_mb: int = 1024  # 0: as much as there is, for a real accelerator maps more than anybody uses
    output_mb: float = 1.0
    processes: int = 16
    scratch_mb: int = 64

    @property
    def most_for_loading(self) -> float:
        return max(self.seconds, self.loading_seconds)


@dataclass(frozen=True)
class Layer:
    """One Python source to load. An overlay's top-level definitions replace those of the first layer."""

    module: str
    filename: str
    source: bytes
    overlay: bool = False


@dataclass(frozen=True)
class Implementation:
    """Everything to load before checks can run: provided modules first, then what is under test."""

    layers: tuple[Layer, ...]
    provided: tuple[Layer, ...] = ()
    files: tuple[tuple[str, bytes], ...] = ()  # siblings and data, by name


@dataclass(frozen=True)
class Task:
    """One check to run: its source, its seed, how its inputs are made."""

    check: str
    source: bytes
    seed: int
    setting: str = "exact"  # or "float32", "nudged"
    seconds: float = 5.0
    given: tuple[bytes, bytes] | None = None  # encoded inputs: head and body
    device: str = ""  # what a check that takes a device gets


@dataclass(frozen=True)
class Report:
    """How one task ended. `head` and `body` are bytes: equal outcomes are equal bytes."""

    check: str
    head: bytes
    body: bytes = b""
    seconds: float = field(default=0.0, compare=False)
    printed: str = field(default="", compare=False)

    @cached_property
    def facts(self) -> dict[str, Any]:
        """The head as JSON. Its `status` is one of STATUSES."""
        found = wire.load_object(self.head)
        status = found.get("status")
        if type(status) is not str or status not in STATUSES:
            raise WireError("a child sent an outcome without a status")
        return found

    @property
    def status(self) -> str:
        return str(self.facts["status"])

    @cached_property
    def value(self) -> Value:
        decoder = wire.Decoder(self.body)
        value = decoder.decode(self.facts.get("value"))
        decoder.finish()
        return value

    @property
    def half(self) -> bool:
        return self.facts.get("half") is True

    @property
    def kinds(self) -> list[str]:
        kinds = self.facts.get("kinds")
        return [str(kind) for kind in kinds] if type(kinds) is list else []

    @property
    def notes(self) -> list[dict[str, list[int]]]:
        """Names and shapes of the parameters of each module that was injected into."""
        notes = self.facts.get("notes")
        return list(notes) if isinstance(notes, list) and _are_notes(notes) else []

    @property
    def error(self) -> dict[str, Any]:
        error = self.facts.get("error")
        return error if type(error) is dict else {}


class Listener(Protocol):
    """Hears of a request while it runs."""

    def printed(self, check: str, text: bytes) -> object:
        """A check has printed more. Whatever the code under test likes: nothing in it can be trusted."""

    def finished(self, report: Report) -> object:
        """A check has ended."""


@dataclass(frozen=True)
class Request:
    """Run these checks, in order, on this implementation."""

    implementation: Implementation
    tasks: tuple[Task, ...]
    limits: Limits
    eager: bool = False  # the first check travels with the submission: nothing in it is secret
    apart: tuple[Task, ...] = ()  # each in a child of its own, unless the code is plain and cannot lie in wait
    listener: Listener | None = field(default=None, compare=False)
    owner: str = ""  # whose code this is: plain code of the same owner may use the same child


def _are_notes(notes: list[Any]) -> bool:
    return all(
        type(note) is dict
        and all(type(shape) is list and all(type(n) is int for n in shape) for shape in note.values())
        for note in notes
    )


def encode_value(value: Any) -> tuple[bytes, bytes]:
    """A value as head and body; the grader uses it for what `given` made."""
    import json

    encoder = wire.Encoder()
    tree = encoder.encode(value)
    return json.dumps({"value": tree}, separators=(",", ":")).encode(), encoder.body
