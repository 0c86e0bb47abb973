"""What isolation costs a submission of five checks, over calling the checks in this process.

Medians, with the cost of a bare fork of the same libraries measured in the same run. Exits with 1 if a promise is not
kept. `--rounds N` (default 60), `--level L3`.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

from grader.values import Limits
from grader.worker import Implementation, Layer, Request, Task, start_worker

SUBMISSION = b"import numpy as np\n\n\ndef double(x):\n    return 2 * x\n"
CHECKS = b"".join(
    f"def check_{number}(impl, rng):\n    return impl.double(rng.normal(size=(5, 7)))\n\n\n".encode()
    for number in range(5)
)
PROMISES = {  # milliseconds over the bare call
    ("numpy", "made ahead"): 5.0,
    ("numpy", "on demand"): 12.0,
    ("torch", "made ahead"): 8.0,
    ("torch", "on demand"): 12.0,
}
BARE_FORK = """
import os, sys, time, statistics
import {module}
times = []
for _ in range({rounds}):
    began = time.perf_counter()
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    times.append(time.perf_counter() - began)
print(statistics.median(times) * 1000)
"""


def median_ms(action: Callable[[], object], rounds: int, pause: float = 0.0) -> float:
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        action()
        times.append(time.perf_counter() - began)
        time.sleep(pause)  # a child made ahead has the time it would have between two submissions
    return statistics.median(times) * 1000


def in_process() -> None:
    """The same five checks without any of it."""
    space: dict[str, object] = {}
    exec(compile(SUBMISSION, "x.py", "exec"), space)
    double = space["double"]
    for number in range(5):
        double(np.random.RandomState(number).normal(size=(5, 7)))  # type: ignore[operator]


def bare_fork(module: str, rounds: int) -> float:
    code = BARE_FORK.format(module=module, rounds=rounds)
    return float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)


def isolated(module: str, spares: int, level: str, rounds: int) -> float:
    implementation = Implementation((Layer("submission", "submission.py", SUBMISSION),))
    tasks = tuple(Task(f"check_{number}", CHECKS, number) for number in range(5))
    request = Request(implementation, tasks, Limits())
    with start_worker("forked", at_once=1, isolation=level, spares=spares) as worker:
        if module == "torch":
            worker.load("torch")
        for _ in range(5):
            worker.run([request])
        time.sleep(0.3)
        return median_ms(lambda: worker.run([request]), rounds, pause=0.05)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--level", default="L3" if os.getuid() == 0 else "L2")
    options = parser.parse_args()
    base = median_ms(in_process, options.rounds)
    print(f"five checks in this process: {base:.2f} ms; isolation {options.level}")
    kept = True
    for module in ("numpy", "torch"):
        fork = bare_fork(module, options.rounds)
        print(f"bare fork of {module}: {fork:.2f} ms")
        for way, spares in (("made ahead", 2), ("on demand", 0)):
            at_all = {
                level: isolated(module, spares, level, options.rounds) - base for level in ("L0", "L1", options.level)
            }
            over, most = at_all[options.level], PROMISES[module, way]
            kept = kept and over <= most
            parts = ", ".join(f"{level} {ms:.1f}" for level, ms in at_all.items())
            verdict = "kept" if over <= most else "NOT KEPT"
            ratio = f"{over / fork:.1f} × a bare fork"
            print(f"  {way:11}{over:6.1f} ms over ({ratio}; {parts}); promised {most:g}: {verdict}")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
