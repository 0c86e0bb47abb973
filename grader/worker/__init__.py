"""Runs untrusted code in processes of its own. The rest of the grader uses only what is exported here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grader.worker.pool import Worker
    from grader.worker.protocol import Implementation, Layer, Listener, Report, Request, Task, encode_value
    from grader.worker.selftest import self_test
    from grader.worker.start import start_worker

__all__ = [
    "Implementation", "Layer", "Listener", "Report", "Request", "Task", "Worker", "encode_value",
    "self_test", "start_worker",
]  # fmt: skip

_HOME = {"Worker": "pool", "self_test": "selftest", "start_worker": "start"}


def __getattr__(name: str) -> Any:
    """Import lazily: children import this package for the wire format and must not load the grader's side."""
    if name not in __all__:
        raise AttributeError(f"module 'grader.worker' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"grader.worker.{_HOME.get(name, 'protocol')}"), name)
