"""What the grader asks of a child, what it sends for that, and what comes back.

A request is one solution: an implementation, its public checks, then its hidden ones. The child gets the implementation
and the public checks at once; the hidden ones follow when every public outcome has arrived.
"""

from __future__ import annotations

import json
import marshal
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Protocol

from grader.errors import WireError
from grader.values import Limits, Value
from grader.worker import wire
from grader.worker.describe_error import CHECKS_FILE

# Every way a task can end.
STATUSES = {
    "value", "raised", "refused", "missing", "arguments", "exited", "memory", "too_large", "output", "syntax",
    "import", "timed_out", "crashed", "broken", "not_run",
}  # fmt: skip


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
    forbidden: tuple[str, ...] = ()  # library names that are refused while it runs, "torch.nn.MultiheadAttention"


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
    uses: tuple[str, ...] = ()  # the functions of the implementation that it calls
    double: bool = True  # torch creates float64 by default, as in checks of torch exercises
    record: bool = False  # report its calls with their arguments: for the reference only


@dataclass(frozen=True)
class Report:
    """How one task ended. `head` and `body` are bytes: equal outcomes are equal bytes."""

    check: str
    head: bytes
    body: bytes = b""
    seconds: float = field(default=0.0, compare=False)
    printed: str = field(default="", compare=False)
    waits: int = field(default=0, compare=False)  # how often the host waited for the simulated accelerator
    noted: Mapping[str, Any] = field(default_factory=dict, compare=False)  # what its calls did, see `worker.calls`

    @cached_property
    def facts(self) -> dict[str, Any]:
        """The head as JSON, with a `status` of STATUSES. WireError if it is not that."""
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
        """Names and shapes of the parameters of each module that was injected into; [] if they are malformed."""
        notes = self.facts.get("notes")
        if type(notes) is not list or any(type(note) is not dict for note in notes):
            return []
        shapes = [shape for note in notes for shape in note.values()]
        good = all(type(shape) is list and all(type(length) is int for length in shape) for shape in shapes)
        return notes if good else []

    @property
    def changed(self) -> list[tuple[str, str]]:
        """Function and parameter of each argument that a call changed."""
        return _pairs(self.noted.get("changed"))

    @property
    def echoed(self) -> list[tuple[str, str]]:
        """Function and parameter of each result that equals an argument."""
        return _pairs(self.noted.get("echoed"))

    @property
    def modules(self) -> list[dict[str, Any]]:
        """What calls left of the torch modules among their arguments."""
        found = self.noted.get("modules")
        return [one for one in found if type(one) is dict] if type(found) is list else []

    @property
    def error(self) -> dict[str, Any]:
        error = self.facts.get("error")
        return error if type(error) is dict else {}


def _pairs(found: object) -> list[tuple[str, str]]:
    pairs = found if type(found) is list else []
    return [(str(one[0]), str(one[1])) for one in pairs if type(one) is list and len(one) == 2]


class Listener(Protocol):
    """Is notified of the public checks of a request while they run."""

    def printed(self, check: str, text: bytes) -> object:
        """A check has printed more. The text comes from the code under test: nothing in it can be trusted."""

    def finished(self, report: Report) -> object:
        """A check has ended."""


@dataclass(frozen=True)
class Request:
    """Run these checks, in order, on this implementation: `tasks` first, which are public, then `hidden`."""

    implementation: Implementation
    tasks: tuple[Task, ...]
    limits: Limits
    hidden: tuple[Task, ...] = ()
    listener: Listener | None = field(default=None, compare=False)


def encode_value(value: Any) -> tuple[bytes, bytes]:
    """Return a value as head and body, as `Task.given` takes it. TooLargeError if it exceeds the limits of `wire`."""
    encoder = wire.Encoder()
    tree = encoder.encode(value)
    return wire.dump({"value": tree}), encoder.body


def load_frame(what: Implementation, limits: Limits, cpu_seconds: int, mark: bytes, calls: bool) -> bytes:
    """Return the message with what a child loads. `mark`: what it writes after the output of each check, to keep them
    apart. `calls`: whether it reports which function calls which before anything runs."""
    plan = {
        "provided": [vars(layer) for layer in what.provided],
        "layers": [vars(layer) for layer in what.layers],
        "files": what.files,
        "forbidden": what.forbidden,
        "seconds": limits.most_for_loading,
        "mark": mark,
        "calls": calls,
    }
    envelope = {"do": "load", "limits": limits._asdict(), "cpu_seconds": cpu_seconds}
    return wire.pack(marshal.dumps(envelope), marshal.dumps(plan))


@lru_cache(256)
def task_frame(task: Task, known: bool) -> bytes:
    """Return the message that runs a check. `known`: the child has loaded its file already."""
    given, body = (json.loads(task.given[0])["value"], task.given[1]) if task.given else (None, b"")
    head = {"code": b"" if known else _compiled(task.source), "given": given}
    envelope = {"do": "run"} | {
        key: getattr(task, key) for key in ("check", "seed", "setting", "seconds", "device", "double", "record")
    }
    return wire.pack(marshal.dumps(envelope), marshal.dumps(head), body)


@lru_cache(256)
def _compiled(source: bytes) -> bytes:
    """Return checks as the child runs them: compiled here, once, rather than by every child."""
    return marshal.dumps(compile(source, CHECKS_FILE, "exec", dont_inherit=True))


# Scratch folders, shared by all that make children.


def scratch_path() -> str:
    """Return a new name for the folder of a child. With `os` alone: `tempfile` and `shutil` would slow every start."""
    place = "/tmp" if sys.platform == "linux" else os.environ.get("TMPDIR") or os.environ.get("TEMP") or "/tmp"
    return os.path.join(os.path.realpath(place), f"grader-{os.urandom(8).hex()}")  # noqa: PTH118 - as above


def make_scratch(path: str = "") -> str:
    """Create the folder of a child."""
    path = path or scratch_path()
    os.mkdir(path, 0o700)  # noqa: PTH102 - pathlib is not loaded here
    return path


def remove_scratch(path: str) -> None:
    """Remove the folder of a child. Most are empty. What a submission wrote is removed by programs without a recursion
    limit: it can nest folders without end, and close them."""
    try:
        os.rmdir(path)  # noqa: PTH106 - pathlib is not loaded here
    except OSError:
        if sys.platform == "win32":
            from shutil import rmtree

            rmtree(path, ignore_errors=True)
            return
        import subprocess

        for command in (["chmod", "-R", "u+rwx", path], ["rm", "-rf", path]):
            with suppress(OSError):
                subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
