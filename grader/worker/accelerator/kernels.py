"""How operators run on the simulated accelerator: its memory, the general kernel, and the special cases."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from functools import cache
from typing import Any

import torch

# ---- A tensor of the device and a CPU tensor that share memory.
#
# DLPack, which hands tensors from library to library, carries the device as a number: with another number
# there, torch makes a true tensor of the other device over the same memory.


NAME = "sim"
_CPU, _EXTENSION = 1, 12  # DLPack's numbers for the CPU and for torch's PrivateUse1
_DEVICE_TYPE = 8  # where it stands in a DLTensor: after the pointer to the data

_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype = ctypes.c_void_p
_pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]


def on_host(tensor: Any) -> Any:
    """A CPU tensor over the memory of one of the device."""
    return _relabelled(tensor, _CPU)


def on_device(tensor: Any) -> Any:
    """A tensor of the device over the memory of a CPU tensor, which it keeps alive."""
    if tensor.is_conj() or tensor.is_neg() or tensor._is_zerotensor():  # said, but not done in memory
        tensor = tensor.clone().resolve_conj().resolve_neg()
    return _relabelled(tensor, _EXTENSION)


def _relabelled(tensor: Any, device_type: int) -> Any:
    capsule = torch._C._to_dlpack(tensor)
    ctypes.c_int32.from_address(_pointer(capsule, b"dltensor") + _DEVICE_TYPE).value = device_type
    return torch._C._from_dlpack(capsule)


def bytes_on_host(storage: Any) -> Any:
    """The bytes of a storage of the device, as a CPU tensor that keeps it alive."""
    whole = torch._C._construct_storage_from_data_pointer(storage.data_ptr(), torch.device("cpu"), storage.nbytes())
    whole.owner = storage
    return torch.empty(0, dtype=torch.uint8).set_(whole)


def storage_on_device(content: Any) -> Any:
    """A storage of the device with a copy of a tensor's bytes."""
    return on_device(content.clone()).untyped_storage()


# ---- What an operator does on the device: the same as on the CPU, over the same memory.
#
# Tensors of the device become CPU tensors on the way in, results become tensors of the device on the way out;
# what is written in place needs no way out. A CPU tensor among the arguments is refused, as CUDA does, unless
# it is a single number.


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


# ---- Operators of the device that are not simply those of the CPU: what crosses between devices, what has to do
# with storages, and what torch computes otherwise on a device that it does not know.


# What CUDA computes in the narrow type under autocast, and what in float32.
NARROW = ("mm", "bmm", "addmm", "baddbmm", "matmul", "linear", "scaled_dot_product_attention")
WIDE = ("softmax.int", "log_softmax.int", "layer_norm", "nll_loss", "nll_loss_nd", "cross_entropy_loss", "exp", "log")


def copy(target: Any, source: Any, non_blocking: bool = False) -> Any:  # noqa: ARG001 - the device is never busy
    """`copy_`: the one operator that takes tensors of two devices."""
    _count(from_host=source.is_cpu, to_host=target.is_cpu)
    low = [tensor if tensor.is_cpu else on_host(tensor) for tensor in (target, source)]
    low[0].copy_(low[1])
    return target


def copy_from(source: Any, target: Any, non_blocking: bool = False) -> Any:
    return copy(target, source, non_blocking)


def move(tensor: Any, *, dtype: Any = None, device: Any = None, memory_format: Any = None, **_: Any) -> Any:
    """`_to_copy`: to the host, to the device, to another type."""
    goes_to_device = (tensor.device if device is None else device).type == NAME
    _count(from_host=tensor.is_cpu, to_host=not goes_to_device)
    order = {} if memory_format is None else {"memory_format": memory_format}
    made = (tensor if tensor.is_cpu else on_host(tensor)).to(dtype or tensor.dtype, copy=True, **order)
    return on_device(made) if goes_to_device else made


def _count(from_host: bool, to_host: bool) -> None:
    if to_host and not from_host:
        TRAFFIC.to_host += 1
        TRAFFIC.waits += 1
    elif from_host and not to_host:
        TRAFFIC.to_device += 1


def number(tensor: Any) -> Any:
    """`.item()`: the host waits until the number is there."""
    TRAFFIC.waits += 1
    return torch.ops.aten._local_scalar_dense(on_host(tensor))


def resize(tensor: Any, size: Any, memory_format: Any = None) -> Any:  # noqa: ARG001 - rows first, always
    made = torch.empty(size, dtype=tensor.dtype)
    old = on_host(tensor).reshape(-1)
    count = min(made.numel(), old.numel())
    made.reshape(-1)[:count] = old[:count]
    tensor.data = on_device(made)
    return tensor


def take_storage(tensor: Any, storage: Any, offset: int = 0, size: Any = None, stride: Any = ()) -> Any:
    """`set_`: what `torch.load` builds tensors with."""
    whole = bytes_on_host(storage).view(tensor.dtype)
    shape = [whole.numel()] if size is None else size
    strides = list(stride) or torch.empty(shape, device="meta").stride()
    tensor.data = on_device(whole.as_strided(shape, strides, offset))
    return tensor


def convolve(*args: Any) -> Any:
    return on_device(torch.ops.aten.convolution(*(lower(value, "", []) for value in args)))


def convolve_back(grad: Any, x: Any, weight: Any, *rest: Any) -> Any:
    low = [lower(value, "", []) for value in (grad, x, weight)]
    sizes = [weight.shape[1] * rest[5] if rest[3] else weight.shape[0]]  # of the bias: one a channel
    return lift(torch.ops.aten.convolution_backward(*low, sizes, *rest))


def attend(
    query: Any,
    key: Any,
    value: Any,
    attn_mask: Any = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    **more: Any,
) -> Any:
    """Scaled dot-product attention by the algorithm that the CPU would choose: others round differently."""
    aten = torch.ops.aten
    given = {"query": query, "key": key, "value": value, "attn_mask": attn_mask}
    strangers = [name for name, tensor in given.items() if tensor is not None and tensor.is_cpu]
    if strangers:
        refuse_mixed(form_of(aten.scaled_dot_product_attention.default), given, strangers)
    choice = aten._fused_sdp_choice(*map(_like, given.values()), dropout_p, is_causal, **more)
    if attn_mask is not None and attn_mask.dtype is torch.bool:
        attn_mask = torch.zeros_like(attn_mask, dtype=query.dtype).masked_fill_(~attn_mask, float("-inf"))
    if choice == 0:
        return aten._scaled_dot_product_attention_math(
            query, key, value, attn_mask, dropout_p, is_causal, None, **more
        )[0]
    more.pop("enable_gqa", None)
    return aten._scaled_dot_product_flash_attention_for_cpu(
        query, key, value, dropout_p, is_causal, attn_mask=attn_mask, **more
    )[0]


def lstm_cell(input_gates: Any, hidden_gates: Any, cell: Any, input_bias: Any = None, hidden_bias: Any = None) -> Any:
    """One step of `nn.LSTM`. Returns the hidden state, the cell state, and memory that only CUDA's gradient needs."""
    gates = _biased(input_gates, input_bias) + _biased(hidden_gates, hidden_bias)
    enter, forget, new, out = gates.chunk(4, 1)
    cell = forget.sigmoid() * cell + enter.sigmoid() * new.tanh()
    return out.sigmoid() * cell.tanh(), cell, gates


def gru_cell(input_gates: Any, hidden_gates: Any, hidden: Any, input_bias: Any = None, hidden_bias: Any = None) -> Any:
    """One step of `nn.GRU`. Returns the hidden state, and memory that only CUDA's gradient needs."""
    ours, theirs = _biased(input_gates, input_bias).chunk(3, 1), _biased(hidden_gates, hidden_bias).chunk(3, 1)
    reset, keep = (ours[0] + theirs[0]).sigmoid(), (ours[1] + theirs[1]).sigmoid()
    new = (ours[2] + reset * theirs[2]).tanh()
    return (hidden - new) * keep + new, keep


def _biased(gates: Any, bias: Any) -> Any:
    return gates if bias is None else gates + bias


def autocast(op: Any, *args: Any, **kwargs: Any) -> Any:
    """An operator under `torch.autocast`: floating-point arguments in the type that suits it."""
    narrow = op._schema.name.removeprefix("aten::") in NARROW
    wanted = torch.get_autocast_dtype(NAME) if narrow else torch.float32

    def cast(value: Any) -> Any:
        fits = isinstance(value, torch.Tensor) and value.is_floating_point() and value.dtype is not torch.float64
        return value.to(wanted) if fits else value

    with torch._C._ExcludeDispatchKeyGuard(torch._C.DispatchKeySet(torch._C.DispatchKey.AutocastPrivateUse1)):
        return op(*map(cast, args), **{name: cast(value) for name, value in kwargs.items()})


def _like(tensor: Any) -> Any:
    """The tensor as the CPU sees it, also in whether a gradient is wanted."""
    return None if tensor is None else on_host(tensor.detach()).requires_grad_(tensor.requires_grad)
