"""Registers the device with PyTorch: its operators, `torch.sim`, generators, saving, moving modules, optimisers."""

from __future__ import annotations

from functools import partial
from typing import Any

import torch
from torch.utils.backend_registration import _setup_privateuseone_for_python_backend

from grader.worker.accelerator import kernels
from grader.worker.accelerator.kernels import NAME, bytes_on_host, storage_on_device

_KEY = "PrivateUse1"
_OWN = {
    "aten::copy_": kernels.copy,
    "aten::_copy_from": kernels.copy_from,
    "aten::_to_copy": kernels.move,
    "aten::as_strided": kernels.restride,
    "aten::_local_scalar_dense": kernels.number,
    "aten::resize_": kernels.resize,
    "aten::set_.source_Storage": kernels.take_storage,
    "aten::set_.source_Storage_storage_offset": kernels.take_storage,
    "aten::convolution_overrideable": kernels.convolve,
    "aten::convolution_backward_overrideable": kernels.convolve_back,
    "aten::scaled_dot_product_attention": kernels.attend,
}
# Composed of operators that have gradients.
_DIFFERENTIABLE = {
    "aten::scaled_dot_product_attention": kernels.attend,
    "aten::_thnn_fused_lstm_cell": kernels.lstm_cell,
    "aten::_thnn_fused_gru_cell": kernels.gru_cell,
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
    _keep_parameters()
    _step_tensor_by_tensor()
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
    for name, kernel in _DIFFERENTIABLE.items():
        library.impl(name, kernel, f"Autograd{_KEY}")
    for name in (*kernels.NARROW, *kernels.WIDE):
        library.impl(f"aten::{name}", partial(kernels.autocast, _operator(name)), f"Autocast{_KEY}")
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


def _keep_parameters() -> None:
    """A parameter that moves stays the same object, as with CUDA, so that an optimizer built before still holds it.

    Torch replaces the content of a parameter only between device types that it knows; for others it can swap whole
    tensors, in `Module.to`. Assigning to `.data` is taught the same here.
    """
    torch.__future__.set_swap_module_params_on_conversion(True)
    data = torch._C.TensorBase.data

    def assign(self: Any, content: Any) -> None:
        if self.device.type == content.device.type:
            data.__set__(self, content)
            return
        content = content.detach()
        if isinstance(self, torch.nn.Parameter):
            content = torch.nn.Parameter(content, self.requires_grad)
        torch.utils.swap_tensors(self, content)

    torch.Tensor.data = property(lambda self: data.__get__(self), assign)


def _step_tensor_by_tensor() -> None:
    """Optimizers call operators on lists of tensors where the device has them; this one has not."""
    from torch.optim import optimizer

    known = optimizer._get_foreach_kernels_supported_devices
    optimizer._get_foreach_kernels_supported_devices = lambda: [kind for kind in known() if kind != NAME]
