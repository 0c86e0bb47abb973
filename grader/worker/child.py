"""The life of a child: load one implementation, run checks on it, send back what came out.

The child only computes. It holds no reference, no expected value, no points; nothing it sends is believed beyond
"these are the values I computed". Hidden checks arrive after the outcomes of all public ones have been sent.
"""

from __future__ import annotations

import io
import marshal
import os
import re
import sys
import time
import warnings
from collections.abc import Callable, Collection, Iterable
from contextlib import AbstractContextManager, suppress
from contextvars import copy_context
from importlib import import_module
from types import ModuleType
from typing import Any, BinaryIO, NoReturn, Protocol

from grader.checks import NOTES
from grader.values import Limits
from grader.worker import describe_error, wire
from grader.worker.calls import Calls
from grader.worker.devices import READY, make_ready

_HOOKS = (  # in torch.nn.modules.module: dicts of what is called for every module
    "_global_backward_pre_hooks", "_global_backward_hooks", "_global_forward_pre_hooks", "_global_forward_hooks",
    "_global_forward_hooks_always_called", "_global_forward_hooks_with_kwargs", "_global_buffer_registration_hooks",
    "_global_module_registration_hooks", "_global_parameter_registration_hooks",
)  # fmt: skip
_REHEARSAL = b"import numpy as np\n\ndef f(x):\n    return [np.exp(row) for row in x] if len(x) else x\n"
_IMPORTS = re.compile(rb"^(?:\xef\xbb\xbf)?(?:from[ \t]+([\w.]+)|import[ \t]+([^\r\n;#]+))", re.MULTILINE)
_MAX_SOURCE = 200_000  # bytes: no student writes so much, and parsing it takes seconds


class Clock(Protocol):
    """Watches the CPU time of a check, and leaves the stack of one that takes too long where the grader finds it."""

    late: bool  # the time of the last check was over before the check was

    def limit(self, seconds: float) -> AbstractContextManager[None]: ...


class Baseline:
    """The state that every check of a solution finds: as it was when the submission had been loaded.

    Random generators and torch's default dtype are set for each check anyway, and each check runs in a context that
    keeps its changes of warnings to itself. What a check leaves in the submission's own objects, such as a list at the
    top of its module, stays: it can only change the values that the solution computes, never what they are compared
    with.
    """

    def __init__(self, modules: Iterable[ModuleType]) -> None:
        import numpy

        torch: Any = sys.modules.get("torch")
        hooks = vars(torch.nn.modules.module) if torch else {}
        spaces = [*map(vars, modules), *(hooks[name] for name in _HOOKS if name in hooks)]
        self._dicts = [(space, dict(space)) for space in spaces]
        self._folder = os.getcwd()  # noqa: PTH109 - pathlib is not loaded here
        self._environment = dict(os.environ)
        self._streams = sys.stdout, sys.stderr
        settings: list[tuple[Callable[[], Any], Callable[[Any], object]]] = [  # what reads it, and what sets it
            (sys.getrecursionlimit, sys.setrecursionlimit),
            (numpy.geterr, lambda errors: numpy.seterr(**errors)),
            (numpy.get_printoptions, lambda options: numpy.set_printoptions(**options)),
        ]
        if torch:
            settings += [
                (torch.is_grad_enabled, torch.set_grad_enabled),
                (torch.get_num_threads, torch.set_num_threads),
                (torch.is_anomaly_enabled, torch.autograd.set_detect_anomaly),
                (torch.are_deterministic_algorithms_enabled, torch.use_deterministic_algorithms),
                (torch.get_float32_matmul_precision, torch.set_float32_matmul_precision),
                (torch.get_default_device, lambda d: torch.set_default_device(None if d.type == "cpu" else d)),
            ]
        self._settings = [(read, read(), write) for read, write in settings]

    def restore(self) -> None:
        sys.stdout, sys.stderr = self._streams
        for space, content in self._dicts:
            space.clear()
            space.update(content)
        with suppress(OSError):  # a check may have removed its own folder
            os.chdir(self._folder)
        if dict(os.environ) != self._environment:
            os.environ.clear()
            os.environ.update(self._environment)
        for read, value, write in self._settings:
            if read() != value:
                write(value)


class Link:
    """Frames in and out, blocking."""

    def __init__(self, reader: BinaryIO, writer: BinaryIO) -> None:
        self._reader = reader
        self._writer = writer

    def receive(self) -> tuple[dict[str, Any], dict[str, Any], bytes] | None:
        lengths = self._reader.read(wire.LENGTHS.size)
        if len(lengths) < wire.LENGTHS.size:
            return None
        envelope, head, body = (self._reader.read(length) for length in wire.LENGTHS.unpack(lengths))
        return marshal.loads(envelope), marshal.loads(head), body

    def send(self, envelope: dict[str, Any], outcome: dict[str, Any], body: bytes = b"") -> None:
        head = wire.dump(outcome)
        if len(head) > wire.MAX_HEAD:
            head, body = b'{"status":"too_large"}', b""
        self._writer.write(wire.pack(wire.dump(envelope), head, body))
        self._writer.flush()


class Subject:
    """What is under test, loaded as one module."""

    baseline: Baseline  # set by `load`

    def __init__(self, scratch: str) -> None:
        self._scratch = scratch
        self._sources: dict[str, bytes] = {}
        self._not_loaded: list[str] = []  # forbidden names of libraries that nobody has imported so far
        self.module = ModuleType("submission")

    def own(self, filename: str) -> str | None:
        """Return the short name of a file that belongs to the submission, None for any other."""
        if filename in self._sources:
            return filename
        if filename.startswith(self._scratch + os.sep):
            return os.path.relpath(filename, self._scratch).replace(os.sep, "/")
        return None

    def source(self, name: str) -> str:
        """Return the text of one of the submission's files, by its short name; "" if there is none."""
        content = self._sources.get(name)
        if content is None:
            with suppress(OSError), open(os.path.join(self._scratch, name), "rb") as file:  # noqa: PTH118, PTH123
                content = file.read()
        return (content or b"")[:_MAX_SOURCE].decode("utf-8", "replace")

    def refuse_what_was_loaded(self) -> None:
        """Refuse what is forbidden in libraries that the submission imported without a mention in its source."""
        if self._not_loaded:
            from grader.worker.library_shims import refuse

            self._not_loaded = refuse(self._not_loaded, ())

    def load(self, plan: dict[str, Any], link: Link) -> None:
        """Load what is under test. The call graph is sent before any of it runs: later it could be forged."""
        beside = {name.partition("/")[0].removesuffix(".py") for name, _ in plan["files"]}
        beside |= {layer["module"] for layer in (*plan["provided"], *plan["layers"])}
        for name, content in plan["files"]:
            from pathlib import Path

            path = Path(self._scratch, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(_without_absent(content, name, beside) if name.endswith(".py") else content)
        provided = []
        for layer in plan["provided"]:
            module = _new_module(layer["module"])
            provided.append(module)
            exec(compile(layer["source"], layer["filename"], "exec", dont_inherit=True), module.__dict__)
        if plan["forbidden"]:
            from grader.worker.library_shims import refuse

            sources = [layer["source"] for layer in plan["layers"]] + [content for _, content in plan["files"]]
            self._not_loaded = refuse(plan["forbidden"], sources)
        if plan["calls"]:
            from grader.worker.source import calls

            link.send({"is": "calls"}, {"calls": calls(plan["layers"][-1]["source"])})
        for number, layer in enumerate(plan["layers"]):
            self._sources[layer["filename"]] = layer["source"]
            source = _without_absent(layer["source"], layer["filename"], beside)
            code = compile(source, layer["filename"], "exec", dont_inherit=True)
            module = _new_module(layer["module"])
            module.__file__ = layer["filename"]
            if number == 0:
                self.module = module
            exec(code, module.__dict__)
            if layer["overlay"]:
                from grader.worker.source import definitions

                for name in definitions(layer["source"]):
                    setattr(self.module, name, vars(module)[name])
        self.baseline = Baseline((self.module, *provided))


def _without_absent(source: bytes, name: str, beside: Collection[str]) -> bytes:
    """Return the source so that an import of a package that is not here costs nothing until the package is used.
    `beside`: the modules that are loaded with the submission."""
    found = _IMPORTS.findall(source)
    words = [part.split() for pair in found for names in pair for part in names.split(b",")]
    roots = {each[0].partition(b".")[0].decode("ascii", "ignore") for each in words if each}
    absent = {root for root in roots if root and root not in beside and not _is_here(root)}
    if not absent:
        return source
    from grader.worker.source import without

    return without(absent, source, name)


def _is_here(package: str) -> bool:
    """Return whether a package can be found and read. Nothing of it is run."""
    if package in sys.modules or package in sys.stdlib_module_names:
        return True
    from importlib.util import find_spec

    found = find_spec(package)
    if found is None or not found.has_location:
        return found is not None
    try:
        with open(str(found.origin), "rb"):  # noqa: PTH123 - pathlib is not loaded here
            return True
    except OSError:  # where it could not be hidden
        return False


def _new_module(name: str) -> ModuleType:
    """A module under its own name, unless that is the name of a library. One that was made here is replaced."""
    is_library = name in sys.modules and sys.modules[name].__spec__ is not None
    module = ModuleType("submission" if is_library else name)
    sys.modules[module.__name__] = module
    return module


def live(
    reader: BinaryIO, writer: BinaryIO, clock: Clock, scratch: str, limit: Callable[[Limits, int], object]
) -> NoReturn:
    """Serve one submission, then end without running anything the submission left behind. `limit` is called with its
    limits and the seconds of CPU time that all of it may take."""
    link = Link(reader, writer)
    os.chdir(scratch)
    sys.path.append(scratch)
    os.environ["TMPDIR"] = os.environ["HOME"] = scratch
    for name, number in (("stdout", 1), ("stderr", 2)):  # new streams: the parent's own belong to the parent
        raw = io.BufferedWriter(io.FileIO(number, "w", closefd=False))
        text = io.TextIOWrapper(raw, encoding="utf-8", errors="backslashreplace", newline="\n", line_buffering=True)
        setattr(sys, name, text)
        setattr(sys, f"__{name}__", text)
    with suppress(BrokenPipeError):
        link.send({"is": "ready"}, {})  # whatever ends it from now on may be the submission
        _serve(link, clock, scratch, limit)
    os._exit(0)


def import_for_children(module: str) -> None:
    """Import a module, or make a device ready, as every child finds it. Nothing happens if it is not installed."""
    if module.startswith(READY):
        make_ready(module.removeprefix(READY))
        return
    known = module in sys.modules
    try:
        import_module(module)
    except ModuleNotFoundError:  # not installed, or not a package of the course: a child that imports it reports that
        return
    if module == "torch" and not known:
        from grader.worker.library_shims import make_do

        torch = sys.modules["torch"]
        torch.set_num_threads(1)
        make_do(torch)


def rehearse() -> None:
    """Do once what every submission needs, and leave nothing else behind. In a child made ahead, the pages of memory
    that this writes to are copied now, not during a request; in the server, all children inherit the code that Python
    has specialised."""
    from grader.worker.rng import stream

    namespace: dict[str, Any] = {}
    exec(compile(_REHEARSAL, "rehearsal.py", "exec", dont_inherit=True), namespace)
    _seed(0, "exact")
    outcome, _ = _outcome(namespace["f"](stream(0, "exact").normal(size=(3, 3))), stream(0, "exact"))
    marshal.loads(marshal.dumps(wire.dump(outcome)))


def _serve(link: Link, clock: Clock, scratch: str, limit: Callable[[Limits, int], object]) -> None:
    namespace: dict[str, Any] = {}
    subject, printed, mark = Subject(scratch), os.dup(1), b""
    while (message := link.receive()) is not None:
        envelope, head, body = message
        if envelope["do"] == "load":
            limit(Limits(**envelope["limits"]), envelope["cpu_seconds"])
            mark = head["mark"]
            loaded = _load(subject, clock, head, link)
            link.send({"is": "loaded"}, loaded)
            if loaded["status"] != "value":
                return
            continue
        if head["code"]:
            namespace = ModuleType("checks").__dict__
            exec(marshal.loads(head["code"]), namespace)
        subject.baseline.restore()
        subject.refuse_what_was_loaded()
        traffic = getattr(getattr(sys.modules.get("torch"), "sim", None), "traffic", None)
        waits = traffic.waits if traffic else 0
        began = time.perf_counter()
        given = () if head["given"] is None else (wire.Decoder(bytearray(body)).decode(head["given"]),)  # writable
        calls = Calls(subject.module, envelope["record"])
        outcome, data = _run(namespace, calls.implementation, subject, clock, envelope, given)
        seconds = time.perf_counter() - began
        with suppress(OSError):
            os.write(printed, mark)
        info = {"is": "outcome", "check": envelope["check"], "seconds": seconds, "late": clock.late}
        if traffic:
            info["waits"] = traffic.waits - waits
        if notes := calls.notes():
            info["notes"] = notes
        link.send(info, outcome, data)


def _load(subject: Subject, clock: Clock, plan: dict[str, Any], link: Link) -> dict[str, Any]:
    with clock.limit(plan["seconds"]):
        try:
            subject.load(plan, link)
        except BaseException as error:
            return describe_error.while_loading(error, subject)
        finally:
            _flush()
    return {"status": "value"}


def _run(
    namespace: dict[str, Any],
    implementation: Any,
    subject: Subject,
    clock: Clock,
    task: dict[str, Any],
    given: tuple[Any, ...],
) -> tuple[dict[str, Any], bytes]:
    from grader.worker.rng import stream

    _seed(task["seed"], task["setting"], task["device"], task["double"])
    rng = stream(task["seed"], task["setting"])
    device = (task["device"],) if task["device"] else ()
    with clock.limit(task["seconds"]):  # describing and flushing run the submission's code, too
        try:
            # The value gets no name: what is printed when it is deleted belongs to this check. The context is new: how
            # numpy treats errors is part of it, and must not change for the next check.
            with warnings.catch_warnings():
                return _outcome(copy_context().run(namespace[task["check"]], implementation, rng, *given, *device), rng)
        except wire.TooLargeError:
            return {"status": "too_large"}, b""
        except BaseException as error:
            return describe_error.in_check(error, subject), b""
        finally:
            _flush()


def _outcome(value: Any, rng: Any) -> tuple[dict[str, Any], bytes]:
    encoder = wire.Encoder()
    tree = encoder.encode(value)
    notes = rng.__dict__.get(NOTES, [])
    return {
        "status": "value", "value": tree, "kinds": encoder.kinds[:100], "half": encoder.half, "notes": notes,
    }, encoder.body  # fmt: skip


def _seed(seed: int, setting: str, device: str = "", double: bool = True) -> None:
    """Reset every random generator for each check: results never depend on what ran before."""
    import random

    import numpy

    random.seed(seed)
    numpy.random.seed(seed)
    torch = sys.modules.get("torch")
    if torch is not None:
        torch.default_generator.manual_seed(seed)  # torch.manual_seed writes a stack for every kind of device
        single = not double or setting == "float32" or device == "mps"  # which has no float64
        torch.set_default_dtype(torch.float32 if single else torch.float64)


def _flush() -> None:
    for name in ("stdout", "stderr"):
        try:
            getattr(sys, name).flush()
        except BaseException:  # the submission closed or replaced it, and loses what it printed
            continue
