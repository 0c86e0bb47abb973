"""The engine for many machines: the same job runner as on one machine, on the workers of a Dask cluster.

Workers are trusted, as the secret salt is sent to them; use TLS.
"""

from __future__ import annotations

import io
import logging
import tempfile
import time
import uuid
import zipfile
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from distributed import Client, KilledWorker, Security, WorkerPlugin, get_worker

from grader.batch.engine import BatchConfig, Engine, EngineOptions, Job, JobResult, JobRunner, grader_version
from grader.errors import UsageError

Future = Any  # the methods of distributed's Future and Client have no types
_AHEAD = 3  # jobs that a thread has waiting: they travel while it works
_LEAST = 16  # jobs in flight, so that a cluster that grows with its load starts to grow
_TICK = 2.0  # seconds between two looks at the workers
_ANSWER = 20  # seconds that a scheduler may take to answer


class RunnerPlugin(WorkerPlugin):
    """What each worker of the cluster holds while a batch runs: the course, and a job runner for each of its threads.

    The course travels as one zip, as clusters share no disk. Setting up never fails, as the worker serves others, too:
    a problem is raised by the first job instead.
    """

    def __init__(self, config: BatchConfig, course: bytes, version: str) -> None:
        self._config = config
        self._course = course
        self._version = version

    def setup(self, worker: Any) -> None:
        self._free: deque[JobRunner] = deque()
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._refusal = ""
        if grader_version() != self._version:
            self._refusal = (
                f"the worker {worker.address} has another version of the grader ({grader_version()}) than this "
                f"machine ({self._version}); install the same one, so that everything is graded alike"
            )
            return
        try:
            self._folder = tempfile.TemporaryDirectory(prefix="course-", dir=worker.local_directory)
            with zipfile.ZipFile(io.BytesIO(self._course)) as packed:
                packed.extractall(self._folder.name)
            self._config = replace(self._config, course=self._folder.name)
        except OSError as problem:
            self._refusal = f"the worker {worker.address} cannot unpack the course: {problem}; free some space there"

    def teardown(self, worker: Any) -> None:  # noqa: ARG002 - as the cluster calls it
        self._refusal = "the batch has ended"
        while self._free:
            self._free.pop().close()
        if self._folder is not None:
            self._folder.cleanup()

    def grade(self, job: Job) -> JobResult:
        """Grade a job in any thread, with a job runner that no other thread uses."""
        if self._refusal:
            raise UsageError(self._refusal)
        try:
            runner = self._free.pop()
        except IndexError:
            runner = JobRunner(self._config)
        try:
            return runner.grade(job)
        finally:
            self._free.append(runner)
            if self._refusal:  # the batch ended meanwhile
                runner.close()


def grade(name: str, job: Job) -> JobResult:
    """What a worker runs: the plugin of this name grades the job."""
    plugin: Any = get_worker().plugins[name]
    result: JobResult = plugin.grade(job)
    return result


def pack_course(folder: Path) -> bytes:
    """What workers need of a course, as a zip."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.write(folder / "course.yaml", "course.yaml")
        for top in ("exercises", "solutions"):
            for path in sorted((folder / top).rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts:
                    packed.write(path, path.relative_to(folder).as_posix())
    return made.getvalue()


class DaskEngine(Engine):
    """Grades jobs on every worker of a cluster, also on those that join later.

    `patience`: seconds to wait for a first worker, or for another one when all have left. UsageError if the cluster
    cannot be reached or its workers cannot grade.
    """

    def __init__(self, config: BatchConfig, options: EngineOptions, patience: float = 300.0) -> None:
        super().__init__(config)
        self._address = options.scheduler
        self._patience = patience
        self.name = f"grader-{uuid.uuid4()}"
        self._held: dict[Future, Job] = {}
        self._done: SimpleQueue[Future] = SimpleQueue()
        self._looked = self._manned = time.monotonic()
        self._client: Any = _connect(options)
        try:
            plugin = RunnerPlugin(config, pack_course(Path(config.course)), grader_version())
            self._client.register_plugin(plugin, name=self.name)
            self._threads = int(sum(self._client.nthreads().values()))
        except BaseException as problem:
            self.close()
            if isinstance(problem, ModuleNotFoundError):
                raise self._unable(problem) from None
            raise

    def close(self) -> None:
        """Jobs that have not started never will, and workers forget the course."""
        with suppress(Exception):  # whatever the reason, a cluster that is gone needs no cleaning up
            if self._client.status == "running":
                self._client.unregister_worker_plugin(self.name)
        with suppress(Exception):
            self._client.close(timeout=5)

    def room(self) -> int:
        """Workers come and go, so they are counted now and then."""
        now = time.monotonic()
        if now - self._looked > _TICK:
            self._looked = now
            if self._client.status in ("closed", "closing"):
                raise self._gone()
            if self._client.status == "running":
                with suppress(OSError, TimeoutError):  # a scheduler may be out of reach for a moment
                    self._threads = sum(self._client.nthreads().values())
        if self._threads:
            self._manned = now
        elif now - self._manned > self._patience:
            raise UsageError(
                f"the cluster at '{self._address}' has no workers, and none joined in {self._patience:.0f} s; "
                "start some and run this again: everything graded so far is saved"
            )
        return max(_LEAST, _AHEAD * self._threads)

    def submit(self, job: Job) -> None:
        future = self._client.submit(grade, self.name, job, pure=False)
        future.add_done_callback(self._done.put)
        self._held[future] = job

    def finished(self) -> Iterator[tuple[Job, JobResult | None]]:
        futures: list[Future] = []
        with suppress(Empty):
            futures.append(self._done.get(timeout=_TICK))
            while True:
                futures.append(self._done.get_nowait())
        if any(future.cancelled() for future in futures):  # not by us
            raise self._gone()
        try:
            for problem in (future.exception() for future in futures if future.status == "error"):
                if isinstance(problem, UsageError):
                    raise problem
                if not isinstance(problem, KilledWorker):
                    raise self._unable(problem)
            results = self._client.gather(futures, errors="skip") if futures else []
        except OSError:  # the scheduler, through which they come
            raise self._gone() from None
        by_job = {(one.exercise, one.digest): one for one in results}
        for job in [self._held.pop(future) for future in futures]:
            yield job, by_job.get((job.exercise, job.digest))

    def _gone(self) -> UsageError:
        return UsageError(
            f"the cluster at '{self._address}' is gone; everything graded so far is saved: run this again later"
        )

    def _unable(self, problem: BaseException) -> UsageError:
        return UsageError(
            f"the workers of '{self._address}' cannot grade ({type(problem).__name__}: {problem}); install the same "
            "version of attention-grader there"
        )


def _connect(options: EngineOptions) -> Any:
    for path in options.tls or ():
        if not Path(path).is_file():
            raise UsageError(f"there is no file '{path}'; --tls takes certificate, key and authority")
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # errors are raised as sentences
    settings: dict[str, Any] = {"timeout": _ANSWER, "set_as_default": False, "address": options.scheduler}
    if options.scheduler.endswith(".json"):  # a scheduler's file, as on clusters with a shared disk
        if not Path(options.scheduler).is_file():  # distributed would wait for it
            raise UsageError(f"there is no file '{options.scheduler}'; start the scheduler with --scheduler-file")
        settings["scheduler_file"] = settings.pop("address")
    if options.tls is not None:
        certificate, key, authority = options.tls
        settings["security"] = Security(  # type: ignore[no-untyped-call]
            tls_client_cert=certificate, tls_client_key=key, tls_ca_file=authority, require_encryption=True
        )
    try:
        return Client(**settings)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, RuntimeError, TypeError) as problem:  # the last two if it wants TLS and has none
        hint = "" if options.tls else ", and use --tls if it requires TLS"
        why = str(problem).partition("\n")[0] or type(problem).__name__
        raise UsageError(f"no cluster answers at '{options.scheduler}' ({why}); check the address{hint}") from None
