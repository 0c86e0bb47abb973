"""Operators of the device that are not simply those of the CPU: what crosses between devices, what has to do with
storages, and what torch computes otherwise on a device that it does not know."""

from __future__ import annotations

from typing import Any

import torch

from grader.worker.accelerator.kernels import TRAFFIC, form_of, lift, lower, refuse_mixed
from grader.worker.accelerator.memory import NAME, bytes_on_host, on_device, on_host

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
