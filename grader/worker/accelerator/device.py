"""Registers the device with PyTorch: its operators, `torch.sim`, generators, saving, moving modules, optimisers."""

from __future__ import annotations

from functools import partial
from typing import Any

import torch
from torch.utils.backend_registration import _setup_privateuseone_for_python_backend

from grader.worker.accelerator import kernels
from grader.worker.accelerator import kernels as special
from grader.worker.accelerator.kernels import NAME, bytes_on_host, storage_on_device

_KEY = "PrivateUse1"
_OWN = {
    "aten::copy_": special.copy,
    "aten::_copy_from": special.copy_from,
    "aten::_to_copy": special.move,
    "aten::as_strided": kernels.restride,
    "aten::_local_scalar_dense": special.number,
    "aten::resize_": special.resize,
    "aten::set_.source_Storage": special.take_storage,
    "aten::set_.source_Storage_storage_offset": special.take_storage,
    "aten::convolution_overrideable": special.convolve,
    "aten::convolution_backward_overrideable": special.convolve_back,
    "aten::scaled_dot_product_attention": special.attend,
}


class Sim:
    """`torch.sim`, as `torch.cuda` is for CUDA."""

    def __init__(self) -> None:
        self.libraries: list[Any] = []  # operators are registered as long as these live
        self.traffic = kernels.TRAFFIC

    def is_available(self) -> bool:
        return True

    def is_initialized(self) -> bool:
        return True

    def device_count(self) -> int:
        return 1

    def current_device(self) -> int:
        return 0

    def set_device(self, device: Any) -> None: ...

    def get_device_name(self, device: Any = None) -> str:  # noqa: ARG002 - there is one
        return "simulated accelerator"

    def synchronize(self, device: Any = None) -> None:  # noqa: ARG002 - there is one
        self.traffic.waits += 1

    def empty_cache(self) -> None: ...

    def manual_seed(self, seed: int) -> None:
        torch.default_generator.manual_seed(seed)

    def manual_seed_all(self, seed: int) -> None:
        """`torch.manual_seed` calls this after the CPU's, whose stream the device shares."""

    def get_rng_state(self, device: Any = NAME) -> Any:  # noqa: ARG002 - there is one
        return torch.default_generator.get_state()

    def set_rng_state(self, state: Any, device: Any = NAME) -> None:  # noqa: ARG002 - there is one
        torch.default_generator.set_state(state)

    def get_amp_supported_dtype(self) -> list[Any]:
        return [torch.bfloat16, torch.float16, torch.float32]

    def _is_in_bad_fork(self) -> bool:
        return False

    def _lazy_init(self) -> None: ...


def plug_in() -> None:
    """Register the device, once, before any child is forked and before the first backward pass."""
    device = Sim()
    _setup_privateuseone_for_python_backend(NAME, backend_module=device)
    device.libraries = [_fallback(), _operators()]
    _make_generators()
    _save_and_load()
    _move_modules()
    _watch_optimisers()
    torch.backends.mha.set_fastpath_enabled(False)  # it makes nested tensors, which have no memory to share
    torch.Tensor.pin_memory = lambda self, device=None: self  # noqa: ARG005 - all memory is the host's


def _fallback() -> Any:
    library = torch.library.Library("_", "IMPL")
    library.fallback(kernels.run, _KEY)
    library.fallback(torch.library.fallthrough_kernel, f"Autocast{_KEY}")
    return library


def _operators() -> Any:
    """Those with a kernel of their own, and those that torch would compose of others where the CPU does not."""
    library = torch.library.Library("aten", "IMPL")
    for name, kernel in _OWN.items():
        library.impl(name, kernel, _KEY)
    library.impl("aten::scaled_dot_product_attention", special.attend, f"Autograd{_KEY}")
    for name in (*special.NARROW, *special.WIDE):
        library.impl(f"aten::{name}", partial(special.autocast, _operator(name)), f"Autocast{_KEY}")
    for name in torch._C._dispatch_get_all_op_names():
        if name.startswith("aten::") and name not in _OWN and _is_composed_elsewhere(name):
            library.impl(name, partial(kernels.run, _operator(name.removeprefix("aten::"))), _KEY)
    return library


def _operator(name: str) -> Any:
    base, _, overload = name.partition(".")
    return getattr(getattr(torch.ops.aten, base), overload or "default")


def _is_composed_elsewhere(name: str) -> bool:
    has = torch._C._dispatch_has_kernel_for_dispatch_key
    kinds = ("CompositeExplicitAutograd", "CompositeExplicitAutogradNonFunctional", "CompositeImplicitAutograd")
    return has(name, "CPU") and any(has(name, kind) for kind in kinds)


class _Kind(type(torch._C.Generator)):  # type: ignore[misc]
    def __instancecheck__(cls, thing: object) -> bool:
        return isinstance(thing, torch._C.Generator)


def _make_generators() -> None:
    """`torch.Generator(device)`: the device draws with the CPU's algorithm, so its generator is one of the CPU's."""

    class Generator(torch._C.Generator, metaclass=_Kind):  # type: ignore[misc]
        def __new__(cls, device: Any = "cpu") -> Any:
            if torch.device(device).type != NAME:
                return torch._C.Generator(device)
            made = super().__new__(cls, "cpu")
            kernels.GENERATORS.add(made._cdata)
            return made

        @property
        def device(self) -> Any:
            return torch.device(NAME, 0)

    torch.Generator = Generator


def _save_and_load() -> None:
    def tag(storage: Any) -> str | None:
        return f"{NAME}:0" if storage.device.type == NAME else None

    def restore(storage: Any, location: str) -> Any:
        if not location.startswith(NAME):
            return None
        torch.serialization._validate_device(location, NAME)
        return storage_on_device(torch.empty(0, dtype=torch.uint8).set_(storage))

    torch.serialization.register_package(5, tag, restore)
    original = torch.UntypedStorage.clone

    def clone(self: Any) -> Any:
        return storage_on_device(bytes_on_host(self)) if self.device.type == NAME else original(self)

    torch.UntypedStorage.clone = clone


def _move_modules() -> None:
    """A module moved to another kind of device gets new parameters. Those that were shared stay so; those that were
    left behind are marked, because an optimiser may still hold them."""
    original = torch.nn.Module._apply
    inside: list[Any] = []

    def apply(self: Any, fn: Any, recurse: bool = True) -> Any:
        if inside:
            return original(self, fn, recurse)
        inside.append(self)
        try:
            slots = [(m, name, p) for m in self.modules() for name, p in m._parameters.items() if p is not None]
            original(self, fn, recurse)
        finally:
            inside.clear()
        made: dict[int, Any] = {}
        for module, name, old in slots:
            new = made.setdefault(id(old), module._parameters[name])
            module._parameters[name] = new
            if new is not old and new.device != old.device:
                old.left_behind = str(new.device)
        return self

    torch.nn.Module._apply = apply


def _watch_optimisers() -> None:
    """A step on parameters that a module has left behind changes nothing: said instead of done."""
    from torch.optim import optimizer

    def look(stepping: Any, *_: Any) -> None:
        for group in stepping.param_groups:
            for parameter in group["params"]:
                where = getattr(parameter, "left_behind", None)
                if where is not None:
                    raise RuntimeError(
                        f"the optimizer holds parameters that the model left behind on {parameter.device} when it was "
                        f"moved to {where}: it was built before .to(device)"
                    )

    optimizer.register_optimizer_step_pre_hook(look)
    known = optimizer._get_foreach_kernels_supported_devices
    optimizer._get_foreach_kernels_supported_devices = lambda: [kind for kind in known() if kind != NAME]
