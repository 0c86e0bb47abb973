"""`grader doctor`: what this machine offers, and whether it holds."""

from __future__ import annotations

import json
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import click

from grader.cli.common import isolation_option, json_option, style

LEVELS = {
    "L3": "root: namespaces, a file system of its own, Landlock, seccomp, limits",
    "L2": "user namespace: the same without root",
    "L1": "Landlock, seccomp, limits; no cap on disk space",
    "L0": "a process of its own and limits: protects against accidents only",
}


@click.command(name="doctor", short_help="What this machine offers, and whether it holds.")
@isolation_option
@json_option
def command(isolation: str, as_json: bool) -> int:
    """Show versions, the isolation that submissions get here, and what probing it gives.

    Exits with 3 if a probe gets through.

    \b
    Example:
      grader doctor
    """
    facts = _facts(isolation)
    if as_json:
        click.echo(json.dumps({"schema": 1, **facts}, ensure_ascii=False))
    else:
        click.echo(_page(facts))
    return 0 if all(probe["holds"] for probe in facts["probes"]) else 3


def _facts(isolation: str) -> dict[str, Any]:
    from grader.worker import start_worker
    from grader.worker.start import primitives, self_test

    with start_worker(isolation=isolation) as worker:
        probes = [{"what": probe.what, "found": probe.found, "holds": probe.holds} for probe in self_test(worker)]
        return {
            "versions": _versions(),
            "accelerator": _accelerator(),
            "isolation": worker.level,
            "primitives": primitives(worker),
            "probes": probes,
        }


def _versions() -> dict[str, str]:
    found = {"system": f"{platform.system()} {platform.release()} {platform.machine()}"}
    found["python"] = platform.python_version()
    for package in ("attention-grader", "numpy", "torch", "click", "msgspec", "pyyaml"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found


def _accelerator() -> str:
    """Asked in a process of its own: loading torch here would make every other command slower."""
    import subprocess

    code = (
        "import torch; print('cuda: ' + torch.cuda.get_device_name() if torch.cuda.is_available() else "
        "'mps' if torch.backends.mps.is_available() else '')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    return done.stdout.strip() or "none; device checks run on the simulated accelerator"


def _page(facts: dict[str, Any]) -> str:
    paint = style()
    lines = [paint.bold("Versions")]
    lines += [f"  {name:18}{value}" for name, value in facts["versions"].items()]
    lines += [f"  {'accelerator':18}{facts['accelerator']}", "", paint.bold("What isolation is made of")]
    for name, problem in facts["primitives"].items():
        mark = paint.good(paint.tick) if problem == "works" else paint.dim(paint.dot)
        lines.append(f"{mark} {name:18}{problem}")
    level = facts["isolation"]
    lines += [
        "",
        paint.bold(f"Submissions run at {level}"),
        f"  {LEVELS[level]}",
        "",
        paint.bold("Probes, from inside a child"),
    ]
    for probe in facts["probes"]:
        mark = paint.good(paint.tick) if probe["holds"] else paint.bad(paint.cross)
        lines.append(f"{mark} {probe['what']}: {probe['found']}")
    return "\n".join(lines)
