"""The life of a child: load one implementation, run checks on it, send back what came out.

The child only computes. It holds no reference, no expected value, no points; nothing it says is believed beyond
"these are the values I computed". Hidden checks arrive when the outcomes of all public ones have been taken.
"""

from __future__ import annotations

import faulthandler
import io
import marshal
import os
import signal
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import copy_context
from types import CodeType, ModuleType
from typing import Any, BinaryIO, NoReturn

from grader.checks import NOTES
from grader.values import Limits
from grader.worker import describe_error, wire
from grader.worker.sandbox.confine import limit
from grader.worker.sandbox.levels import SandboxSetup

# ---- CPU time of a check. Runs in the child; the grader reads the other end.
#
# When the time is over the kernel sends SIGPROF, and faulthandler writes the Python stack to a pipe from inside
# the signal handler: that works even if the code sits in a C loop or catches every exception. The grader sees
# the pipe, takes the line from it and kills the child.


class CheckClock:
    def __init__(self, faults: int) -> None:
        self.late = False  # the time of the last check was over before it was
        faulthandler.enable(file=faults, all_threads=False)  # a crash leaves its line too
        self._works = hasattr(signal, "setitimer")
        if self._works:
            faulthandler.register(signal.SIGPROF, file=faults, all_threads=True, chain=False)

    @contextmanager
    def limit(self, seconds: float) -> Iterator[None]:
        if not self._works:
            yield
            return
        signal.setitimer(signal.ITIMER_PROF, seconds)
        try:
            yield
        finally:
            left, _ = signal.setitimer(signal.ITIMER_PROF, 0)
            self.late = left == 0


# ---- The state that every check of a solution finds: as it was when the submission had been loaded. Runs in the
# child.
#
# What a check leaves in the submission's own objects, a list at the top of its module for instance, stays: it
# can only change the values that the solution computes, never what they are compared with.


Setting = tuple[Callable[[], Any], Callable[[Any], object]]  # what reads it, and what sets it

_HOOKS = (  # in torch.nn.modules.module: dicts of what is called for every module
    "_global_backward_pre_hooks", "_global_backward_hooks", "_global_forward_pre_hooks", "_global_forward_hooks",
    "_global_forward_hooks_always_called", "_global_forward_hooks_with_kwargs", "_global_buffer_registration_hooks",
    "_global_module_registration_hooks", "_global_parameter_registration_hooks",
)  # fmt: skip


class Baseline:
    """Taken after loading; `restore` is called before each check.

    Random generators and torch's default dtype are set for each check anyway, and each runs in a context that keeps
    its changes of warnings to itself.
    """

    def __init__(self, modules: Iterable[ModuleType]) -> None:
        import numpy

        torch = sys.modules.get("torch")
        self._dicts = [(space, dict(space)) for space in (*map(vars, modules), *_hooks(torch))]
        self._folder = os.getcwd()  # noqa: PTH109 - pathlib is not loaded here
        self._environment = dict(os.environ)
        settings: list[Setting] = [
            (lambda: (sys.stdout, sys.stderr), _speak_through),
            (sys.getrecursionlimit, sys.setrecursionlimit),
            (numpy.geterr, lambda errors: numpy.seterr(**errors)),
            (numpy.get_printoptions, lambda options: numpy.set_printoptions(**options)),
            *_torch_settings(torch),
        ]
        self._settings = [(read, read(), write) for read, write in settings]

    def restore(self) -> None:
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


def _speak_through(streams: tuple[Any, Any]) -> None:
    sys.stdout, sys.stderr = streams


def _hooks(torch: Any) -> list[dict[Any, Any]]:
    module = torch.nn.modules.module if torch else None
    return [getattr(module, name) for name in _HOOKS if hasattr(module, name)]


def _torch_settings(torch: Any) -> list[Setting]:
    if torch is None:
        return []
    return [
        (torch.is_grad_enabled, torch.set_grad_enabled),
        (torch.get_num_threads, torch.set_num_threads),
        (torch.is_anomaly_enabled, torch.autograd.set_detect_anomaly),
        (torch.are_deterministic_algorithms_enabled, torch.use_deterministic_algorithms),
        (torch.get_float32_matmul_precision, torch.set_float32_matmul_precision),
        (torch.get_default_device, lambda device: torch.set_default_device(None if device.type == "cpu" else device)),
    ]


_REHEARSAL = b"import numpy as np\n\ndef f(x):\n    return [np.exp(row) for row in x] if len(x) else x\n"

_LONG = 200_000  # bytes: no student writes so much, and to read it as a tree takes seconds


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

    def __init__(self, scratch: str) -> None:
        self._scratch = scratch
        self._sources: dict[str, bytes] = {}
        self._baseline: Baseline | None = None
        self._provided: list[ModuleType] = []
        self.module = ModuleType("submission")

    def own(self, filename: str) -> str | None:
        """The short name of a file that belongs to the submission."""
        if filename in self._sources:
            return filename
        if filename.startswith(self._scratch + os.sep):
            return os.path.relpath(filename, self._scratch)
        return None

    def source(self, name: str) -> str:
        """The text of one of the submission's files, by its short name; "" if there is none."""
        content = self._sources.get(name)
        if content is None:
            with suppress(OSError), open(os.path.join(self._scratch, name), "rb") as file:  # noqa: PTH118, PTH123
                content = file.read()
        return (content or b"")[:_LONG].decode("utf-8", "replace")

    def load(self, plan: dict[str, Any], body: bytes, tell_calls: Callable[[bytes], None]) -> None:
        """`tell_calls` gets the source while nothing of it has run: later nobody could be believed."""
        parts = _split(body, [*plan["provided"], *plan["layers"], *plan["files"]])
        provided = [(layer, next(parts)) for layer in plan["provided"]]
        layers = [(layer, next(parts)) for layer in plan["layers"]]
        for item in plan["files"]:
            self._write(item["name"], next(parts))
        for layer, source in provided:
            module = _new_module(layer["module"])
            _execute(module, compile(source, layer["filename"], "exec", dont_inherit=True))
            self._provided.append(module)
        if plan["forbidden"]:
            from grader.worker.forbidden import refuse

            refuse(plan["forbidden"])
        if plan["calls"]:
            tell_calls(layers[-1][1])
        for number, (layer, source) in enumerate(layers):
            self._layer(layer, source, first=number == 0)
        self._baseline = Baseline((self.module, *self._provided))

    def restore(self) -> None:
        """What a check has changed must not change the next."""
        assert self._baseline is not None
        self._baseline.restore()

    def _layer(self, layer: dict[str, Any], source: bytes, first: bool) -> None:
        self._sources[layer["filename"]] = source
        code = compile(source, layer["filename"], "exec", dont_inherit=True)
        module = _new_module(layer["module"])
        module.__file__ = layer["filename"]
        if first:
            self.module = module
        _execute(module, code)
        if layer["overlay"]:
            for name in _definitions(source):
                setattr(self.module, name, vars(module)[name])

    def _write(self, name: str, content: bytes) -> None:
        from pathlib import Path

        path = Path(self._scratch, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _new_module(name: str) -> ModuleType:
    module = ModuleType(name if name not in sys.modules else "submission")
    sys.modules[module.__name__] = module
    return module


def _split(body: bytes, parts: list[dict[str, Any]]) -> Any:
    at = 0
    for part in parts:
        yield body[at : at + part["size"]]
        at += part["size"]


def _execute(module: ModuleType, code: CodeType) -> None:
    exec(code, module.__dict__)


def _definitions(source: bytes) -> list[str]:
    """Names that an overlay defines at its top level: functions, classes, constants; not imports."""
    import ast

    names: list[str] = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.append(node.name)
        elif isinstance(node, ast.Assign):
            names += [target.id for target in node.targets if isinstance(target, ast.Name)]
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            names.append(node.target.id)
    return names


def live(reader: BinaryIO, writer: BinaryIO, faults: int, scratch: str, ground: SandboxSetup) -> NoReturn:
    """Serve one submission, then end without running anything the submission left behind."""
    link, clock = Link(reader, writer), CheckClock(faults)
    os.chdir(scratch)
    sys.path.append(scratch)
    os.environ["TMPDIR"] = os.environ["HOME"] = scratch
    _open_output()
    with suppress(BrokenPipeError):
        link.send({"is": "ready"}, {})  # whatever ends it from now on may be the submission
        _serve(link, clock, scratch, ground)
    os._exit(0)


def rehearse() -> None:
    """Do once what every submission needs: in a child made ahead, the pages of memory that this writes to are copied
    now, not while somebody waits; in the server, what Python finds out about code as it runs is known to all children.
    Nothing else is left of it."""
    from grader.worker.rng import stream

    namespace: dict[str, Any] = {}
    exec(compile(_REHEARSAL, "rehearsal.py", "exec", dont_inherit=True), namespace)
    _seed(0, "exact")
    outcome, _ = _outcome(namespace["f"](stream(0, "exact").normal(size=(3, 3))), stream(0, "exact"))
    marshal.loads(marshal.dumps(wire.dump(outcome)))


def _serve(link: Link, clock: CheckClock, scratch: str, ground: SandboxSetup) -> None:
    namespace: dict[str, Any] = {}
    subject, prints, mark = Subject(scratch), os.dup(1), b""
    while (message := link.receive()) is not None:
        envelope, head, body = message
        if envelope["do"] == "load":
            limit(Limits(**envelope["limits"]), envelope["cpu_seconds"], ground.level, ground.used)
            mark = head["mark"]
            loaded = _load(subject, clock, head, body, link)
            link.send({"is": "loaded"}, loaded)
            if loaded["status"] != "value":
                return
            continue
        if head["code"]:
            namespace = _checks(body[: head["code"]])
        subject.restore()
        began = time.perf_counter()
        outcome, data = _run(namespace, subject, clock, envelope, head, body[head["code"] :])
        told = {"is": "outcome", "check": envelope["check"], "seconds": time.perf_counter() - began, "late": clock.late}
        with suppress(OSError):
            os.write(prints, mark)
        link.send(told, outcome, data)


def _load(subject: Subject, clock: CheckClock, plan: dict[str, Any], body: bytes, link: Link) -> dict[str, Any]:
    def tell_calls(source: bytes) -> None:
        from grader.worker.source import calls

        link.send({"is": "calls"}, {"calls": calls(source)})

    with clock.limit(plan["seconds"]):
        try:
            subject.load(plan, body, tell_calls)
        except BaseException as error:
            return describe_error.while_loading(error, subject)
        finally:
            _flush()
    return {"status": "value"}


def _checks(code: bytes) -> dict[str, Any]:
    module = ModuleType("checks")
    exec(marshal.loads(code), module.__dict__)
    return module.__dict__


def _run(
    namespace: dict[str, Any],
    subject: Subject,
    clock: CheckClock,
    task: dict[str, Any],
    head: dict[str, Any],
    body: bytes,
) -> tuple[dict[str, Any], bytes]:
    from grader.worker.rng import stream

    _seed(task["seed"], task["setting"], task["device"])
    rng = stream(task["seed"], task["setting"])
    device = (task["device"],) if task["device"] else ()
    given = () if head["given"] is None else (wire.Decoder(bytearray(body)).decode(head["given"]),)  # writable arrays
    with clock.limit(task["seconds"]):  # describing and flushing run the submission's code, too
        try:
            # No name for the value: what its end prints is this check's, too. And a context of its own: how numpy
            # treats errors is part of it, and nothing that the next check should find changed.
            with warnings.catch_warnings():
                return _outcome(copy_context().run(namespace[task["check"]], subject.module, rng, *given, *device), rng)
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


def _seed(seed: int, setting: str, device: str = "") -> None:
    """Every generator starts anew for each check: results never depend on what ran before."""
    import random

    import numpy

    random.seed(seed)
    numpy.random.seed(seed)
    torch = sys.modules.get("torch")
    if torch is not None:
        torch.default_generator.manual_seed(seed)  # torch.manual_seed writes a stack for every kind of device
        single = setting == "float32" or device == "mps"  # which has no float64
        torch.set_default_dtype(torch.float32 if single else torch.float64)


def _open_output() -> None:
    """Text streams on the descriptors that lead to the grader; the parent's own belong to the parent."""
    for name, number in (("stdout", 1), ("stderr", 2)):
        raw = io.BufferedWriter(io.FileIO(number, "w", closefd=False))
        text = io.TextIOWrapper(raw, encoding="utf-8", errors="backslashreplace", line_buffering=True)
        setattr(sys, name, text)
        setattr(sys, f"__{name}__", text)


def _flush() -> None:
    for name in ("stdout", "stderr"):
        try:
            getattr(sys, name).flush()
        except BaseException:  # the submission closed or replaced it: its prints are its own loss
            continue
