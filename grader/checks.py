"""What the author of an exercise imports.

`check` marks a function of `checks.py`; `judge`, `given`, `second_stage` and `drawing` mark functions of `judges.py`;
`inject` fills a torch module's parameters; `copies`, `unplugged` and `place` are for checks that take a device.
Children load this module, so it imports nothing heavy.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

# What `inject` saw of the modules of the running check: the child sends it along, and the grader compares it.
NOTES = "__grader_injected__"


def check(
    sentence: str,
    *,
    axes: str = "",
    parts: str = "",
    follows: str = "",
    raises: str = "",
    returns: str = "",
    seconds: float = 0.0,
    slow: bool = False,
    precision: bool = False,
) -> Callable[[F], F]:
    """Mark a check. `sentence` states what holds when the code is right.

    axes       names of the axes of a result that is one array, "query key"; messages use them
    parts      names of the parts of a result of several values, with their axes and parts: "weights: query key;
               cache (keys: head token; values: head token)". A single name for several parts names each of them
    follows    the check whose failure explains this one's
    raises     the exception the implementation must raise, "ValueError"
    returns    "tensor" or "array" where the exercise asks for a type
    seconds    CPU time, if the exercise's limit does not fit
    slow       run once, and leave out of seed repeats and mutation
    precision  what fails is how numbers are rounded, not what is computed: no evidence for or against a known mistake
    """
    return _marking("__check__", (sentence, axes, parts, follows, raises, returns, seconds, slow, precision))


def judge(check_id: str) -> Callable[[F], F]:
    """Mark `f(value, reference, secret)` in judges.py: it returns None if `value` is right, else a sentence.

    For a check without a single right value. `secret` is what `given` withheld, or None.
    """
    return _marking("__judge__", check_id)


def given(check_id: str) -> Callable[[F], F]:
    """Mark `f(rng) -> (inputs, secret)` in judges.py: the check gets `inputs` as its third argument."""
    return _marking("__given__", check_id)


def drawing(check_id: str) -> Callable[[F], F]:
    """Mark `f(value, secret) -> {title, rows, columns, values}` in judges.py: drawn with the result if it passes."""
    return _marking("__drawing__", check_id)


def second_stage(check_id: str) -> Callable[[F], F]:
    """Mark `f(provided, rng, given) -> value` in judges.py: it turns what the check returned into what is judged.

    It runs in a process of its own, which nothing of the submission enters, and may import torch. `given` is
    `{"value": what the check returned, "secret": what @given kept back}`; `provided` is the exercise's provided.py. The
    value has the names and shapes of the reference's: where it has not, the check fails before this runs.
    """
    return _marking("__second_stage__", check_id)


def _marking(name: str, mark: object) -> Callable[[F], F]:
    """The decorator that sets an attribute."""

    def decorate(function: F) -> F:
        setattr(function, name, mark)
        return function

    return decorate


def inject(module: Any, rng: Any, scale: float = 0.5) -> Any:
    """Fill the parameters of a torch module with numbers that depend on `rng` and their names, not on their order.

    Returns the module. The grader compares names and shapes with the reference's, from the notes left here.
    """
    torch = __import__("torch")
    numpy = __import__("numpy")
    base = int(rng.randint(0, 2**31 - 1))
    parameters = dict(module.named_parameters())
    with torch.no_grad():
        for name, parameter in parameters.items():
            stream = numpy.random.RandomState((base + zlib.crc32(name.encode())) % 2**32)
            numbers = stream.normal(0.0, scale, size=tuple(parameter.shape))
            parameter.copy_(torch.as_tensor(numbers, dtype=parameter.dtype))
    notes = rng.__dict__.setdefault(NOTES, []) if hasattr(rng, "__dict__") else []
    notes.append({name: list(parameter.shape) for name, parameter in parameters.items()})
    return module


@contextmanager
def copies(device: str) -> Iterator[dict[str, int]]:
    """Count the copies `to_device` and `to_host` inside the block, and `waits`, when the host waits for the device.

    Only the simulated accelerator counts; on others all stay 0. Return the counts to a `judge` that sets a limit.
    """
    seen = dict.fromkeys(("to_device", "to_host", "waits"), 0)
    traffic = getattr(_module_of(device), "traffic", None)
    before = {name: getattr(traffic, name, 0) for name in seen}
    try:
        yield seen
    finally:
        seen.update({name: getattr(traffic, name, 0) - before[name] for name in seen})


@contextmanager
def unplugged(device: str) -> Iterator[None]:
    """Inside the block the accelerator seems to be missing: `torch.load` refuses its tensors unless they are mapped."""
    module = _module_of(device)
    if module is None:
        yield
        return
    before = module.is_available
    module.is_available = lambda: False
    try:
        yield
    finally:
        module.is_available = before


def place(tensor: Any, device: str) -> str:
    """Where a tensor is, in words that do not depend on the kind of device: "on the device" or "elsewhere"."""
    return "on the device" if tensor.device.type == str(device).partition(":")[0] else "elsewhere"


def _module_of(device: str) -> Any:
    """`torch.cuda` for "cuda"; None for the CPU."""
    kind = str(device).partition(":")[0]
    return None if kind == "cpu" else getattr(__import__("torch"), kind, None)
