"""The state that every check of a solution finds: as it was when the submission had been loaded. Runs in the child.

What a check leaves in the submission's own objects, a list at the top of its module for instance, stays: it can only
change the values that the solution computes, never what they are compared with.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from types import ModuleType
from typing import Any

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
