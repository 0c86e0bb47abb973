"""Explains mistakes with devices: the cause where the source shows it, and the remedy. Runs in the child, which may
parse a submission."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

Frame = Sequence[Any]  # file, line, function
_MIXED = re.compile(r"found at least two devices, (\S+) and (\S+?)!|is on (\S+), different from other tensors on (\S+)")
_INDICES = "indices should be either on"
_MAKES = {
    "tensor", "as_tensor", "from_numpy", "zeros", "ones", "full", "empty", "eye", "arange", "linspace", "rand", "randn",
    "randint", "randperm", "tril_indices", "triu_indices", "generate_square_subsequent_mask",
}  # fmt: skip
_MOVES = frozenset(("to", "cuda", "type_as"))
_LOOKED_AT = 6  # innermost frames
_KEPT = ("Parameter", "register_buffer", "register_parameter")
# The error's message → what is shown instead.
_OTHERS = (
    (
        re.compile(r"can't convert \S+ device type tensor to numpy"),
        "numpy cannot read a tensor of an accelerator: copy it to the CPU first, x.detach().cpu().numpy()",
    ),
    (
        re.compile(r"not compiled with CUDA|no NVIDIA driver|No CUDA GPUs|No HIP GPUs|CUDA driver"),
        "this asks for CUDA by name, and there is none here: use the device that you are given, .to(device)",
    ),
    (
        re.compile(r"Attempting to deserialize object on"),
        "this checkpoint was saved on an accelerator that is not there now: load it with "
        "torch.load(path, map_location=device)",
    ),
    (
        re.compile(r"'(Sparse|NestedTensor)\w*sim' backend|doesn't have storage|QInt types|Couldn't swap|'Sim' object"),
        "a GPU can do this, but the simulated accelerator cannot: it has no sparse, nested or quantized tensors, "
        "streams or memory statistics, and does not move parameters that something holds a weak reference to. "
        "docs/devices.md lists what is missing",
    ),
    (
        re.compile(r"Expected a '\S+' device type for generator"),
        "the generator belongs to another device than the tensor it draws: torch.Generator(device=device)",
    ),
)


def device_hint(message: str, frames: Sequence[Frame], source: Callable[[str], str]) -> str:
    """Return a sentence for an error about devices, "" for any other. `source` reads a file."""
    mixed = _MIXED.search(message)
    if mixed is None and _INDICES not in message:
        return next((words for pattern, words in _OTHERS if pattern.search(message)), "")
    one, other = [name for name in mixed.groups() if name] if mixed else ("cpu", "the accelerator")
    cause = _cause(frames[-_LOOKED_AT:], source)
    return f"tensors of two devices meet here, {one} and {other}: {cause or _ADVICE}"


_ADVICE = (
    "move what comes from outside, batch = batch.to(device); make new tensors where the others are, "
    "torch.arange(n, device=x.device); and give the tables that a module keeps to register_buffer, so that .to(device) "
    "moves them"
)


def _cause(frames: Sequence[Frame], source: Callable[[str], str]) -> str:
    """The tensor that stayed on the CPU, if the line of a frame, innermost first, leads to where it was made."""
    try:
        trees = {file: ast.parse(source(file)) for file in {file for file, _, _ in frames}}
        return next(filter(None, (_cause_in(trees[file], line) for file, line, _ in reversed(frames))), "")
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # a source made to be hard to read
        return ""


def _cause_in(tree: ast.AST, line: int) -> str:
    function = _innermost(tree, line, ast.FunctionDef)
    statement = _innermost(function or tree, line, ast.stmt)
    if statement is None:
        return ""
    parts = _simple_parts(statement)
    return next(
        filter(None, (f(parts, function, tree, line) for f in (_made_in_line, _made_before, _kept_by_module))), ""
    )


def _innermost(tree: ast.AST, line: int, kind: type[ast.AST]) -> ast.AST | None:
    found = [node for node in ast.walk(tree) if isinstance(node, kind) and _spans(node, line)]
    return max(found, key=lambda node: getattr(node, "lineno", 0), default=None)


def _spans(node: ast.AST, line: int) -> bool:
    return getattr(node, "lineno", 0) <= line <= (getattr(node, "end_lineno", 0) or 0)


def _simple_parts(statement: ast.AST) -> list[ast.AST]:
    """The statement's own expressions, without the body of a loop or a branch."""
    return [child for child in ast.iter_child_nodes(statement) if isinstance(child, ast.expr)]


def _made_in_line(parts: list[ast.AST], _: ast.AST | None, __: ast.AST, line: int) -> str:
    call = next((call for part in parts for call in _calls_without_device(part)), None)
    return "" if call is None else f"{_named(call)} makes its tensor on the CPU; give it device=x.device (line {line})"


def _made_before(parts: list[ast.AST], function: ast.AST | None, _: ast.AST, line: int) -> str:
    """A name of the line that the same function made without a device."""
    names = {node.id for part in parts for node in ast.walk(part) if isinstance(node, ast.Name)}
    for node in sorted(_assignments(function), key=lambda node: -node.lineno):
        target = node.targets[0]
        if node.lineno <= line and isinstance(target, ast.Name) and target.id in names:
            call = next(_calls_without_device(node.value), None)
            if call is not None:
                made = f"'{target.id}' is made on the CPU by {_named(call)} in line {node.lineno}"
                return f"{made}; give it device=x.device"
            names.discard(target.id)  # what counts is the last assignment
    return ""


def _kept_by_module(parts: list[ast.AST], _: ast.AST | None, tree: ast.AST, line: int) -> str:
    """An attribute of the line that the class made as a plain tensor."""
    used = {_self_attribute(node) for part in parts for node in ast.walk(part)} - {""}
    owner = _innermost(tree, line, ast.ClassDef)
    for node in _assignments(owner):
        name = _self_attribute(node.targets[0])
        if (
            name in used
            and not any(word in ast.unparse(node.value) for word in (*_KEPT, "nn."))
            and _is_made(node, owner)
        ):
            return (
                f"self.{name} is a plain tensor, which .to(device) leaves on the CPU; "
                f"in line {node.lineno}, write self.register_buffer('{name}', ...)"
            )
    return ""


def _is_made(node: ast.Assign, owner: ast.AST | None) -> bool:
    """Whether an attribute comes from a call that makes a tensor, directly or by way of a local name."""
    if next(_calls_without_device(node.value), None) is not None:
        return True
    names = {item.id for item in ast.walk(node.value) if isinstance(item, ast.Name)}
    return any(
        isinstance(other.targets[0], ast.Name)
        and other.targets[0].id in names
        and next(_calls_without_device(other.value), None) is not None
        for other in _assignments(owner)
    )


def _assignments(node: ast.AST | None) -> Iterator[ast.Assign]:
    for child in ast.walk(node) if node is not None else ():
        if isinstance(child, ast.Assign) and len(child.targets) == 1:
            yield child


def _calls_without_device(node: ast.AST) -> Iterator[ast.Call]:
    """Calls that make a tensor on the CPU and do not move it."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr in _MOVES:
            return
        torch = isinstance(node.func.value, ast.Name) and node.func.value.id == "torch"
        makes = node.func.attr in _MAKES and (torch or node.func.attr.startswith("generate"))
        if makes and not any(keyword.arg in ("device", None) for keyword in node.keywords):
            yield node
            return
    for child in ast.iter_child_nodes(node):
        yield from _calls_without_device(child)


def _named(call: ast.Call) -> str:
    return f"{ast.unparse(call.func)}()"


def _self_attribute(node: ast.AST) -> str:
    is_own = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
    return node.attr if is_own and isinstance(node, ast.Attribute) else ""
