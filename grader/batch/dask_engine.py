"""The engine for many machines: the same job runner as the local engine, on the workers of a Dask cluster."""

from __future__ import annotations

import io
import logging
import tempfile
import time
import uuid
import zipfile
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from distributed import Client, KilledWorker, Security, WorkerPlugin, get_worker

from grader.batch.engine import BatchConfig, CannotGrade, Job, JobResult, JobRunner, grader_version
from grader.errors import UsageError

if TYPE_CHECKING:
    from grader.batch.engine import EngineOptions

# ---- What the workers of a cluster hold while a batch runs.
#
# A worker gets as many stations as it has threads, each made with its first job and kept warm. The course
# travels to the workers as one zip: clusters share no disk. Workers are trusted, as the secret salt goes with
# it; use TLS.


class RunnerPlugin(WorkerPlugin):
    """What each worker of the cluster holds while a batch runs. It never fails to be set up: a worker serves others,
    too, and what is wrong is the answer to the first job."""

    def __init__(self, order: BatchConfig, course: bytes, version: str) -> None:
        self._order = order
        self._course = course
        self._version = version

    def setup(self, worker: Any) -> None:
        self._free: deque[JobRunner] = deque()
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

    def answer(self, job: Job) -> JobResult | CannotGrade:
        """A job runner is used by one thread at a time."""
        if self._refusal:
            return CannotGrade(self._refusal)
        try:
            runner = self._free.pop()
        except IndexError:
            runner = JobRunner(self._order)
        answer = runner.answer(job)
        self._free.append(runner)
        if self._refusal:  # the batch ended while it worked
            runner.close()
        return answer


def answer(name: str, job: Job) -> JobResult | CannotGrade:
    """What a cluster runs: on a worker, with the stations that are there under this name."""
    runners: Any = get_worker().plugins[name]
    found: JobResult | CannotGrade = runners.answer(job)
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


# ---- The engine for many machines: the same stations, on the workers of a `dask.distributed` cluster.


Ticket = Any  # a Future of distributed; its methods have no types, nor has its client
_AHEAD = 3  # jobs a thread has waiting: they travel while it works
_LEAST = 16  # jobs in flight, so that a cluster that grows with its load begins to grow
_TRIES = 2  # each is again several, as the cluster gives a job whose worker died to another
_TICK = 2.0  # seconds between two looks at who is there
_ANSWER = 20  # seconds that a scheduler may take to answer


class DaskEngine:
    """Grades jobs on every worker there is, and on those that come later.

    `patience`: seconds to wait for a first worker, or for another one when all have gone.
    """

    def __init__(self, order: BatchConfig, plan: EngineOptions, patience: float = 300.0) -> None:
        self._order = order
        self._address = plan.scheduler
        self._patience = patience
        self._name = f"grader-{uuid.uuid4()}"
        self._finished: SimpleQueue[Ticket] = SimpleQueue()
        self._looked = self._manned = time.monotonic()
        self._client: Any = _connect(plan)
        try:
            self._threads = self._set_up()
        except BaseException:
            self.close()
            raise

    def map(self, jobs: Iterable[Job]) -> Iterator[JobResult]:
        """Jobs are taken only as fast as they are done: however many there are, few are held."""
        waiting, again, held = iter(jobs), deque[Job](), dict[Ticket, Job]()
        tries: Counter[Job] = Counter()
        while True:
            while len(held) < self._room() and (job := again.popleft() if again else next(waiting, None)):
                held[self._submit(job)] = job
            if not held:
                return
            ready = self._ready()
            answers = self._gather(ready)
            for job in (held.pop(future) for future in ready):
                if (job.exercise, job.digest) in answers:
                    yield answers[job.exercise, job.digest]
                    continue
                tries[job] += 1
                if tries[job] < _TRIES:
                    again.append(job)
                else:
                    yield JobRunner(self._order).fault(job, "the cluster's workers ended again and again on this one")

    def close(self) -> None:
        """Jobs that have not begun never will, and workers forget the course."""
        with suppress(Exception):  # whatever a cluster that is gone makes of it: there is nothing left to tidy
            if self._client.status == "running":
                self._client.unregister_worker_plugin(self._name)
        with suppress(Exception):
            self._client.close(timeout=5)

    def __enter__(self) -> DaskEngine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _set_up(self) -> int:
        runners = RunnerPlugin(self._order, pack_course(Path(self._order.course)), grader_version())
        try:
            self._client.register_plugin(runners, name=self._name)
        except ModuleNotFoundError as problem:
            raise UsageError(
                f"the workers of '{self._address}' cannot grade ({problem}); install attention-grader there, "
                "in the same version"
            ) from None
        return sum(self._client.nthreads().values())

    def _submit(self, job: Job) -> Ticket:
        future = self._client.submit(answer, self._name, job, pure=False)
        future.add_done_callback(self._finished.put)
        return future

    def _room(self) -> int:
        """How many jobs may be in flight. Workers come and go, so it is asked now and then."""
        now = time.monotonic()
        if now - self._looked > _TICK:
            self._looked = now
            self._threads = self._count()
        if self._threads:
            self._manned = now
        elif now - self._manned > self._patience:
            raise UsageError(
                f"the cluster at '{self._address}' has no workers, and none came in {self._patience:.0f} s; "
                "start some, and run this again: what is graded is kept"
            )
        return max(_LEAST, _AHEAD * self._threads)

    def _count(self) -> int:
        if self._client.status == "running":
            with suppress(OSError, TimeoutError):
                return sum(self._client.nthreads().values())
        return self._lost_unless_back()

    def _lost_unless_back(self) -> int:
        """For a moment the scheduler may be out of reach; a client that has given up says so."""
        if self._client.status in ("closed", "closing"):
            raise self._gone()
        return self._threads

    def _gone(self) -> UsageError:
        return UsageError(
            f"the cluster at '{self._address}' is gone; what is graded is kept: run this again when it is back"
        )

    def _ready(self) -> list[Ticket]:
        """Those that have ended since the last time; it waits for one, but not for ever."""
        with suppress(Empty):
            found = [self._finished.get(timeout=_TICK)]
            while not self._finished.empty():
                found.append(self._finished.get())
            return found
        return []

    def _gather(self, futures: list[Ticket]) -> dict[tuple[str, str], JobResult]:
        """The answers that came, by exercise and digest; of those whose workers died, none."""
        if not futures:
            return {}
        if any(future.cancelled() for future in futures):  # not by us
            raise self._gone()
        try:
            for problem in (future.exception() for future in futures if future.status == "error"):
                if not isinstance(problem, KilledWorker):
                    raise UsageError(
                        f"a worker of '{self._address}' cannot grade ({type(problem).__name__}: {problem}); "
                        "install attention-grader there, in the same version"
                    )
            answers = self._client.gather(futures, errors="skip")
        except OSError:  # the scheduler, through which they come
            raise self._gone() from None
        for one in answers:
            if isinstance(one, CannotGrade):
                raise UsageError(one.sentence)
        return {(done.exercise, done.digest): done for done in answers}


def _connect(plan: EngineOptions) -> Any:
    for path in plan.tls or ():
        if not Path(path).is_file():
            raise UsageError(f"there is no file '{path}'; --tls takes certificate, key and authority")
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # what matters is told as a sentence
    options: dict[str, Any] = {"timeout": _ANSWER, "set_as_default": False, "security": _security(plan)}
    if plan.scheduler.endswith(".json"):  # a scheduler's file, as clusters with a shared disk have it
        if not Path(plan.scheduler).is_file():  # distributed would wait for it
            raise UsageError(f"there is no file '{plan.scheduler}'; start the scheduler with --scheduler-file")
        options["scheduler_file"] = plan.scheduler
    else:
        options["address"] = plan.scheduler
    try:
        return Client(**options)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, RuntimeError, TypeError) as problem:  # the last two if it wants TLS, and has none
        hint = "" if plan.tls else ", and --tls if it wants TLS"
        why = str(problem).partition("\n")[0] or type(problem).__name__
        raise UsageError(f"no cluster answers at '{plan.scheduler}' ({why}); check the address{hint}") from None


def _security(plan: EngineOptions) -> Any:
    """None: as dask's own configuration says."""
    if plan.tls is None:
        return None
    certificate, key, authority = plan.tls
    return Security(  # type: ignore[no-untyped-call]
        tls_client_cert=certificate, tls_client_key=key, tls_ca_file=authority, require_encryption=True
    )
