"""What a child is sent: the code to load, and the checks to run on it. The grader's side of `child`."""

from __future__ import annotations

import json
import marshal
from dataclasses import asdict
from functools import lru_cache

from grader.worker import wire
from grader.worker.jobs import Implementation, Layer, Limits, Task
from grader.worker.survey import CHECKS_FILE


def load_frame(what: Implementation, limits: Limits, cpu_seconds: int, ask: bool, used: bool) -> bytes:
    """`ask`: whether the code is plain. If it is not, a child that was `used` must not run it."""
    plan = {
        "provided": [_described(layer) for layer in what.provided],
        "layers": [_described(layer) for layer in what.layers],
        "files": [{"name": name, "size": len(content)} for name, content in what.files],
        "seconds": limits.most_for_loading,
        "ask": ask,
        "used": used,
    }
    parts = [layer.source for layer in (*what.provided, *what.layers)] + [content for _, content in what.files]
    envelope = {"do": "load", "limits": asdict(limits), "cpu_seconds": cpu_seconds}
    return wire.pack(marshal.dumps(envelope), marshal.dumps(plan), b"".join(parts))


def _described(layer: Layer) -> dict[str, object]:
    facts = asdict(layer)
    del facts["source"]
    return {**facts, "size": len(layer.source)}


@lru_cache(256)
def task_frame(task: Task, apart: bool, known: bool, last: bool) -> bytes:
    """`known`: the child has loaded these checks already."""
    code = b"" if known else _compiled(task.source)
    given = None if task.given is None else json.loads(task.given[0])["value"]
    head = {"code": len(code), "given": given}
    envelope = {
        "do": "run",
        "check": task.check,
        "seed": task.seed,
        "setting": task.setting,
        "seconds": task.seconds,
        "device": task.device,
        "apart": apart,
        "last": last,
    }
    return wire.pack(marshal.dumps(envelope), marshal.dumps(head), code + (task.given[1] if task.given else b""))


@lru_cache(256)
def _compiled(source: bytes) -> bytes:
    """Checks as the child runs them: compiled here, once, rather than by every child."""
    return marshal.dumps(compile(source, CHECKS_FILE, "exec", dont_inherit=True))
