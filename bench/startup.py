"""How long a student waits, as ratios to something measured in the same run.

Rounds are interleaved, so that a busy machine slows both sides of a ratio. Prints a table; exits with 1 if a promise
is not kept. `--rounds N` (default 15).
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
GRADER = str(Path(sys.executable).with_name("grader"))
SOLUTIONS = {"softmax": "2_attention/03_softmax", "layer_norm": "3_blocks/03_layer_norm"}


def cases(folder: Path) -> dict[str, list[str]]:
    """Name → command. The wrong softmax has a mistake that is named, the longest way a check can take."""
    for slug, place in SOLUTIONS.items():
        (folder / f"{slug}.py").write_bytes((ROOT / "solutions" / place / "solution.py").read_bytes())
    check = [GRADER, "check", "--course", str(ROOT)]
    return {
        "python -c pass": [sys.executable, "-c", "pass"],
        "import numpy": [sys.executable, "-c", "import numpy"],
        "import torch": [sys.executable, "-c", "import torch"],
        "grader --help": [GRADER, "--help"],
        "check softmax, right": [*check, "softmax", "--submission", str(folder / "softmax.py")],
        "check softmax, wrong": [*check, "softmax", "--submission", str(ROOT / "examples" / "wrong.py")],
        "check layer_norm": [*check, "layer_norm", "--submission", str(folder / "layer_norm.py")],
    }


PROMISES = [
    ("grader --help", "python -c pass", 6.0),
    ("check softmax, right", "import numpy", 2.5),
    ("check softmax, wrong", "import numpy", 2.5),
    ("check layer_norm", "import torch", 1.5),
]


def seconds(command: list[str], environment: dict[str, str], folder: Path) -> float:
    began = time.perf_counter()
    subprocess.run(command, env=environment, cwd=folder, stdout=subprocess.DEVNULL, check=False)
    return time.perf_counter() - began


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = {**os.environ, "XDG_CACHE_HOME": name}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        commands = cases(folder)
        times: dict[str, list[float]] = {case: [] for case in commands}
        for number in range(rounds + 1):
            for case, command in commands.items():
                took = seconds(command, environment, folder)
                if number:  # the first round fills caches
                    times[case].append(took)
    medians = {case: statistics.median(values) for case, values in times.items()}
    for case, median in medians.items():
        print(f"{case:24}{median * 1000:8.0f} ms")
    print()
    kept = True
    for case, base, most in PROMISES:
        ratio = medians[case] / medians[base]
        kept = kept and ratio <= most
        print(f"{case:24}{ratio:6.2f} × {base:16} promised {most:g}: {'kept' if ratio <= most else 'NOT KEPT'}")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
