"""Whether a class may grow: submissions of one exercise, more and more, with what each costs and the memory it takes.

    python bench/scale.py [MOST]

Grades a quarter, a half and all of MOST (10,000) submissions, each class in a process of its own. Cost must be linear
and memory flat: what a submission costs, and the most memory that the batch's own process and any process under it
ever held, may be no more than a quarter higher in the largest class than in the smallest.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from batch import ROOT, make_class, numpy_exercises

from grader import grade_batch
from grader.course import load_course

MOST = 10_000
ALLOWED = 1.25


def main() -> int:
    most = int(sys.argv[1]) if len(sys.argv) > 1 else MOST
    found = []
    print("submissions   seconds   ms each   batch MB   others MB")
    for count in (most // 4, most // 2, most):
        told = subprocess.run([sys.executable, __file__, "only", str(count)], check=True, stdout=subprocess.PIPE).stdout
        seconds, own, others = json.loads(told)
        found.append((seconds / count, own, others))
        print(f"{count:11,}   {seconds:7.1f}   {1000 * seconds / count:7.2f}   {own:8.1f}   {others:9.1f}", flush=True)
    growth = [last / first for first, last in zip(found[0], found[-1], strict=True)]
    print("largest ÷ smallest: " + ", ".join(f"{one:.2f}" for one in growth) + f"   promised {ALLOWED}")
    return int(max(growth) > ALLOWED)


def one_class(count: int) -> None:
    """Prints seconds, and the most memory of this process and of any other, in MB."""
    course = load_course(ROOT)
    with tempfile.TemporaryDirectory() as folder:
        make_class(Path(folder) / "class", numpy_exercises(course, 1), count)
        began = time.perf_counter()
        summary = grade_batch(course, Path(folder) / "class", Path(folder) / "out")
        seconds = time.perf_counter() - began
        assert summary.graded == count, summary
    used = (resource.getrusage(who).ru_maxrss / 1024 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print(json.dumps([seconds, *used]))


if __name__ == "__main__":
    sys.exit(one_class(int(sys.argv[2])) if sys.argv[1:2] == ["only"] else main())
