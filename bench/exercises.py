"""What the checks of each exercise cost beyond importing their library: CPU seconds of a right answer, all checks,
in a process that has numpy or torch loaded, and as a ratio to that import in the same run.

Prints a table; exits with 1 if an exercise takes more than a second (checks marked `slow` are left out). `--rounds N`
(default 3).
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
from pathlib import Path

from grader.course import Course, Exercise, load_course

ROOT = Path(__file__).parents[1]
MOST = 1.0
IMPORT = "import time; began = time.process_time(); import {}; print(time.process_time() - began)"
RUN = """
import sys, time
from pathlib import Path
sys.path.insert(0, {root!r})
from types import ModuleType
import numpy.random
{extra}
from grader.course import load_course
from grader.worker.rng import stream
exercise = load_course(Path({root!r})).find({slug!r})
if exercise.provided_source is not None:
    sys.modules["provided"] = provided = ModuleType("provided")
    exec(exercise.provided_source, provided.__dict__)
began = time.process_time()
answer = ModuleType("answer")
exec(exercise.solution_source, answer.__dict__)
both = (exercise.checks_source, exercise.checks), (exercise.hidden_source or "", exercise.hidden_checks)
for source, specs in both:
    space = {{}}
    exec(source, space)
    for spec in specs:
        if spec.slow or spec.takes_given or spec.takes_device:
            continue
        try:
            space[spec.id](answer, stream(1, "exact"))
        except Exception:
            if not spec.raises:
                raise
print(time.process_time() - began)
"""
TORCH = "import torch; torch.set_num_threads(1); torch.set_default_dtype(torch.float64)\n" + (
    "from grader.worker.library_shims import make_do; make_do(torch)"
)


def seconds(code: str) -> float:
    return float(
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.splitlines()[-1]
    )


def cost(exercise: Exercise, rounds: int) -> float:
    code = RUN.format(root=str(ROOT), slug=exercise.slug, extra=TORCH if exercise.needs_torch else "")
    return statistics.median(seconds(code) for _ in range(rounds))


def report(course: Course, rounds: int) -> int:
    imports = {
        name: statistics.median(seconds(IMPORT.format(name)) for _ in range(rounds)) for name in ("numpy", "torch")
    }
    worst = 0.0
    for exercise in course.exercises:
        library = "torch" if exercise.needs_torch else "numpy"
        took = cost(exercise, rounds)
        worst = max(worst, took)
        verdict = "" if took <= MOST else f"  more than {MOST:g} s"
        print(f"{exercise.slug:30}{took * 1000:7.0f} ms   {took / imports[library]:5.2f} × import {library}{verdict}")
    print(f"\nslowest: {worst:.2f} s; promised {MOST:g} s: {'kept' if worst <= MOST else 'NOT KEPT'}")
    return 0 if worst <= MOST else 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    return report(load_course(ROOT), parser.parse_args().rounds)


if __name__ == "__main__":
    sys.exit(main())
