"""What an operator does on the device: the same as on the CPU, over the same memory.

Tensors of the device become CPU tensors on the way in, results become tensors of the device on the way out; what is
written in place needs no way out. A CPU tensor among the arguments is refused, as CUDA does, unless it is a single
number.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import torch

from grader.worker.accelerator.memory import NAME, on_device, on_host

_HOST = torch.device("cpu")
_TENSORS = (list, tuple)
# Operators whose result the host must wait for: it decides a shape or a branch.
_WAITS = {
    "aten::nonzero",
    "aten::masked_select",
    "aten::equal",
    "aten::_unique2",
    "aten::unique_dim",
    "aten::is_nonzero",
}
_INDEXING = {"aten::index", "aten::_unsafe_index", "aten::index_put_", "aten::_index_put_impl_", "aten::index_put"}


@dataclass
class Traffic:
    """What crossed between host and device, and how often the host had to wait for the device."""

    to_device: int = 0
    to_host: int = 0
    waits: int = 0


# Of this process, in which one submission runs: what crossed, and the generators made for the device.
TRAFFIC = Traffic()
GENERATORS: set[int] = set()


@dataclass(frozen=True)
class OperatorSchema:
    """What the schema of an operator says about its arguments."""

    name: str
    arguments: tuple[str, ...]
    written: frozenset[str]
    returned: tuple[str, ...]  # arguments that are written to and returned
    is_view: bool
    pointwise: bool
    strict: frozenset[str]  # arguments that must be tensors where torch hands over a Python number


@cache
def form_of(op: Any) -> OperatorSchema:
    schema = op._schema
    infos = {argument.name: argument.alias_info for argument in schema.arguments}
    written = frozenset(name for name, info in infos.items() if info is not None and info.is_write)
    sets = {name: info.before_set for name, info in infos.items() if info is not None and info.is_write}
    back = [
        next((name for name, names in sets.items() if names == info.before_set), "")
        for result in schema.returns
        if (info := result.alias_info) is not None and info.is_write
    ]
    is_view = any(r.alias_info is not None and not r.alias_info.is_write for r in schema.returns)
    takes_numbers = torch._C._should_allow_numbers_as_tensors(schema.name.removeprefix("aten::"))
    tensors = [a.name for a in schema.arguments if str(a.type) in ("Tensor", "Optional[Tensor]")]
    return OperatorSchema(
        schema.name,
        tuple(infos),
        written,
        tuple(back) if all(back) else (),
        is_view,
        torch.Tag.pointwise in op.tags,
        frozenset(() if takes_numbers else tensors),
    )


def run(op: Any, *args: Any, **kwargs: Any) -> Any:
    """Any operator of the device."""
    form = form_of(op)
    given = dict(zip(form.arguments, args, strict=False)) | kwargs
    strangers: list[str] = []
    lowered = {name: lower(value, name, strangers) for name, value in given.items()}
    if strangers:
        refuse_mixed(form, given, strangers)
    for name in form.written:
        _make_room(given, lowered, name)
    for name in form.strict & lowered.keys():
        if isinstance(lowered[name], int | float | complex):
            op, lowered[name] = _with_number(op, lowered[name])
    result = op(*[lowered[name] for name in form.arguments[: len(args)]], **{name: lowered[name] for name in kwargs})
    if form.is_view:
        return _view(given, result)
    if form.name in _WAITS:
        TRAFFIC.waits += 1
    for name in form.written:
        _settle(given[name], lowered[name])
    if form.returned:
        found = [given[name] for name in form.returned]
        return found[0] if len(found) == 1 else tuple(found)
    return lift(result)


def _with_number(op: Any, value: complex) -> tuple[Any, Any]:
    """An operator and an argument of it that torch made a Python number of: a number promotes less than a tensor."""
    scalar = getattr(op.overloadpacket, "Scalar", None) if op._overloadname == "Tensor" else None
    return (scalar, value) if scalar is not None else (op, torch.tensor(value))


def lower(value: Any, name: str, strangers: list[str]) -> Any:
    """An argument as the CPU takes it. `strangers` gets the names of those that are on the CPU already."""
    if isinstance(value, torch.Tensor):
        if not value.is_cpu:
            return on_host(value)
        if value.dim():
            strangers.append(name)
        return value
    if isinstance(value, _TENSORS):
        return [lower(item, name, strangers) for item in value]
    if isinstance(value, torch.device):
        return _HOST
    if isinstance(value, torch._C.Generator) and value._cdata not in GENERATORS:
        raise RuntimeError(f"Expected a '{NAME}' device type for generator but found 'cpu'")
    return value


def lift(result: Any) -> Any:
    if isinstance(result, torch.Tensor):
        return on_device(result)
    if isinstance(result, _TENSORS):
        return type(result)(lift(item) for item in result)
    return result


def refuse_mixed(form: OperatorSchema, given: dict[str, Any], strangers: list[str]) -> None:
    """The words of CUDA. A table of the device may be indexed from the CPU; the reverse has words of its own."""
    if form.name in _INDEXING:
        if given["self"].is_cpu:
            raise RuntimeError("indices should be either on cpu or on the same device as the indexed tensor (cpu)")
        if set(strangers) <= {"indices"}:
            return
    tensors = [item for value in given.values() for item in (value if isinstance(value, _TENSORS) else [value])]
    devices = [str(item.device) for item in tensors if isinstance(item, torch.Tensor)]
    if f"{NAME}:0" not in devices:  # only the result goes to the device: `torch.ones_like(x, device=...)`
        return
    order = list(dict.fromkeys(devices))
    where = f" (when checking argument for argument {strangers[0]} in method wrapper_{NAME.upper()}_{form.name[6:]})"
    raise RuntimeError(
        "Expected all tensors to be on the same device, but found at least two devices, "
        f"{order[0]} and {order[1]}!{'' if form.pointwise else where}"
    )


def _view(given: dict[str, Any], found: Any) -> Any:
    """A view has the storage of what it views: only its form is computed."""
    if isinstance(found, _TENSORS):
        return [_view(given, item) for item in found]
    source = next(value for value in given.values() if isinstance(value, torch.Tensor))
    if found.dtype != source.dtype:
        return on_device(found)
    return restride(source, found.shape, found.stride(), source.storage_offset() + found.storage_offset())


def _make_room(given: dict[str, Any], lowered: dict[str, Any], name: str) -> None:
    """What is empty may be grown by the operator, which borrowed memory does not allow: it gets its own."""
    value = given.get(name)
    if isinstance(value, torch.Tensor):
        if value.is_cpu:
            raise RuntimeError(
                f"Expected all tensors to be on the same device, but found at least two devices, {NAME}:0 and cpu!"
            )
        if not value.numel():
            lowered[name] = torch.empty(value.shape, dtype=value.dtype)


def _settle(value: Any, lowered: Any) -> None:
    if isinstance(value, torch.Tensor) and value.shape != lowered.shape:
        value.data = on_device(lowered)


def restride(tensor: Any, size: Any, stride: Any, storage_offset: int | None = None) -> Any:
    """`as_strided`: the operator under most views. The view has the same storage."""
    place = tensor.storage_offset() if storage_offset is None else storage_offset
    return torch.ops.aten.as_strided_(torch.ops.aten.alias(tensor), size, stride, place)
