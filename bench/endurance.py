"""Ten thousand children in a row: memory and descriptors of grader and server stay flat, and nothing is left behind.

`--children N` (default 10000). Asserts; prints one line a thousand children.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from grader.values import Limits
from grader.worker import Implementation, Layer, Request, Task, start_worker

CHECK = b"def check(impl, rng):\n    return impl.f()\n"
SOURCES = (b"def f():\n    return 1\n", b"import os\n\n\ndef f():\n    os._exit(3)\n", b"def f(:\n")


def resident(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 10


def family(pid: int) -> list[int]:
    found = [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return found + [grandchild for child in found for grandchild in family(child)]


def descriptors(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--children", type=int, default=10_000)
    total = parser.parse_args().children
    mounts = Path("/proc/self/mountinfo").read_text()
    folders = set(Path("/tmp").glob("grader-*"))
    requests = [
        Request(Implementation((Layer("s", "s.py", source),)), (Task("check", CHECK, 0),), Limits())
        for source in SOURCES
    ]
    first: tuple[int, int, int, int] | None = None
    with start_worker("forked", spares=2) as worker:
        for number in range(0, total, 50):
            worker.run([requests[k % 3] for k in range(50)])
            if number % 1000 == 950 or (first is None and number >= 450):
                server = family(os.getpid())[0]
                now = (resident(os.getpid()), resident(server), descriptors(os.getpid()), descriptors(server))
                print(
                    f"{number + 50:6} children on {worker.level}: grader {now[0]} KB, server {now[1]} KB, "
                    f"descriptors {now[2]} and {now[3]}, {len(family(os.getpid()))} processes",
                    flush=True,
                )
                if first is None:
                    first = now
                assert max(now[0] - first[0], now[1] - first[1]) < 4096, "memory grows"
                assert max(now[2] - first[2], now[3] - first[3]) <= 8, "descriptors pile up"
                assert len(family(os.getpid())) < 12, "processes pile up"
    assert family(os.getpid()) == [], "a process is left"
    assert Path("/proc/self/mountinfo").read_text() == mounts, "a mount is left"
    assert set(Path("/tmp").glob("grader-*")) <= folders, "a folder is left"
    print("flat; nothing left behind")
    return 0


if __name__ == "__main__":
    sys.exit(main())
