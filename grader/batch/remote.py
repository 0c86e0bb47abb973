"""What the workers of a cluster hold while a batch runs.

A worker gets as many stations as it has threads, each made with its first job and kept warm. The course travels to the
workers as one zip: clusters share no disk. Workers are trusted, as the secret salt goes with it; use TLS.
"""

from __future__ import annotations

import io
import tempfile
import zipfile
from collections import deque
from dataclasses import replace
from pathlib import Path
from typing import Any

from distributed import WorkerPlugin, get_worker

from grader.batch.content import grader_version
from grader.batch.station import Done, Job, Order, Refused, Station


class Stations(WorkerPlugin):
    """What each worker of the cluster holds while a batch runs. It never fails to be set up: a worker serves others,
    too, and what is wrong is the answer to the first job."""

    def __init__(self, order: Order, course: bytes, version: str) -> None:
        self._order = order
        self._course = course
        self._version = version

    def setup(self, worker: Any) -> None:
        self._free: deque[Station] = deque()
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._refusal = ""
        if grader_version() != self._version:
            self._refusal = (
                f"the worker {worker.address} has another version of the grader ({grader_version()}) than this "
                f"machine ({self._version}); install the same one, so that all are graded alike"
            )
            return
        try:
            self._folder = tempfile.TemporaryDirectory(prefix="course-", dir=worker.local_directory)
            with zipfile.ZipFile(io.BytesIO(self._course)) as packed:
                packed.extractall(self._folder.name)
            self._order = replace(self._order, course=self._folder.name)
        except OSError as problem:
            self._refusal = f"the worker {worker.address} cannot unpack the course: {problem}; make room there"

    def teardown(self, worker: Any) -> None:  # noqa: ARG002 - as the cluster calls it
        self._refusal = "the batch has ended"
        while self._free:
            self._free.pop().close()
        if self._folder is not None:
            self._folder.cleanup()

    def answer(self, job: Job) -> Done | Refused:
        """A station is used by one thread at a time."""
        if self._refusal:
            return Refused(self._refusal)
        try:
            station = self._free.pop()
        except IndexError:
            station = Station(self._order)
        answer = station.answer(job)
        self._free.append(station)
        if self._refusal:  # the batch ended while it worked
            station.close()
        return answer


def answer(name: str, job: Job) -> Done | Refused:
    """What a cluster runs: on a worker, with the stations that are there under this name."""
    stations: Any = get_worker().plugins[name]
    found: Done | Refused = stations.answer(job)
    return found


def pack_course(folder: Path) -> bytes:
    """What stations need of a course, as a zip."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.write(folder / "course.yaml", "course.yaml")
        for top in ("exercises", "solutions"):
            for path in sorted((folder / top).rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts:
                    packed.write(path, path.relative_to(folder).as_posix())
    return made.getvalue()
