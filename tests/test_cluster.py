"""The engine for many machines, on a real cluster: a scheduler, three worker processes, and TLS where openssl is."""

from __future__ import annotations

import io
import json
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from grader import grade_batch
from grader.batch.dask_engine import DaskEngine, pack_course
from grader.batch.engine import EngineOptions, Job, JobResult, LocalEngine
from grader.batch.run import open_engine
from grader.course import load_course
from grader.errors import UsageError
from tests.conftest import RIGHT, GraderCommand, MiniCourse
from tests.helpers import jobs_of, order_for

DASK = str(Path(sys.executable).with_name("dask"))
WRONG = RIGHT.replace("np.add(x, x)", "x * x")
SLOW = "import time\ntime.sleep(0.2)\n" + RIGHT


@dataclass
class Running:
    """A cluster: what a batch needs to know of it, and its processes."""

    plan: EngineOptions
    workers: list[subprocess.Popen[bytes]]
    scheduler: subprocess.Popen[bytes]


def certificate(folder: Path) -> tuple[str, str, str] | None:
    """A certificate that is its own authority: (certificate, key, authority)."""
    if shutil.which("openssl") is None:
        return None
    made, key = str(folder / "cert.pem"), str(folder / "key.pem")
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"]
    kind = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    subprocess.run(["openssl", "req", *kind, "-keyout", key, "-out", made, *names], check=True, capture_output=True)
    return made, key, made


def start(folder: Path, workers: int, tls: tuple[str, str, str] | None) -> Running:
    told = folder / "scheduler.json"
    secure = ["--tls-cert", tls[0], "--tls-key", tls[1], "--tls-ca-file", tls[2], "--protocol", "tls"] if tls else []
    common = [*secure, "--no-dashboard", "--scheduler-file", str(told)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
    head = ["scheduler", "--host", "127.0.0.1", "--port", "0"]
    scheduler = subprocess.Popen([DASK, *head, *common], **quiet)
    while not told.exists():
        assert scheduler.poll() is None
        time.sleep(0.05)
    hand = ["worker", "--host", "127.0.0.1", "--nthreads", "1", "--no-nanny", "--local-directory", str(folder)]
    hands = [subprocess.Popen([DASK, *hand, *common], **quiet) for _ in range(workers)]
    return Running(EngineOptions(scheduler=str(told), tls=tls), hands, scheduler)


def stop(cluster: Running) -> None:
    for process in (*cluster.workers, cluster.scheduler):
        process.kill()
        process.wait()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("cluster")
    running = start(folder, 3, certificate(folder))
    yield running
    stop(running)


def plain(found: list[JobResult]) -> dict[str, str]:
    """Results as JSON by digest, without the seconds that they took."""
    timeless = {
        one.digest: replace(one.result, checks=tuple(replace(check, seconds=0.0) for check in one.result.checks))
        for one in found
    }
    return {digest: json.dumps(result.to_json()) for digest, result in timeless.items()}


def test_results_are_those_of_the_local_engine_though_a_worker_is_killed(cluster: Running, mini: MiniCourse) -> None:
    """And though the course is on no disk that workers could see: it travels with the batch."""
    jobs = jobs_of(*[RIGHT, WRONG, SLOW, "def double(x:\n", "import os\nos._exit(0)\n"] * 4)
    with LocalEngine(order_for(mini), 2) as local:
        expected = list(local.map(jobs))
    found = []
    with open_engine(order_for(mini), cluster.plan) as engine:
        mini.path.rename(mini.path.with_name("elsewhere"))
        for done in engine.map(jobs):
            found.append(done)
            if len(found) == 3:
                victim = cluster.workers.pop()
                victim.send_signal(signal.SIGKILL)
                victim.wait()
    assert len(found) == len(jobs)
    assert plain(found) == plain(expected)
    assert len(set(plain(found).values())) >= 4
    assert not any(done.result.faulty for done in found)


def test_a_batch_on_a_cluster_writes_what_a_local_one_does(
    cluster: Running, mini: MiniCourse, tmp_path: Path, grader: GraderCommand
) -> None:
    for name, source in {"ada": RIGHT, "bo": WRONG, "cy": "1 / 0"}.items():
        (tmp_path / "class" / name).mkdir(parents=True)
        (tmp_path / "class" / name / "double.py").write_text(source)
    where = ["--engine", "dask", "--scheduler", cluster.plan.scheduler]
    tls = ["--tls", *cluster.plan.tls] if cluster.plan.tls else []
    made = grader("batch", "class", "--out", "far", "--course", mini.path, "--isolation", "L0", *where, *tls)
    assert made.code == 0, made.err
    assert "3 students, 3 submissions, 3 solutions: 3 graded" in made.out
    grade_batch(mini.path, tmp_path / "class", tmp_path / "near", isolation="L0")
    assert (tmp_path / "far/grades.csv").read_bytes() == (tmp_path / "near/grades.csv").read_bytes()


def test_workers_with_another_version_of_the_grader_are_refused(
    cluster: Running, mini: MiniCourse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grader.batch.dask_engine.grader_version", lambda: "0.0 of old")
    with (
        open_engine(order_for(mini), cluster.plan) as engine,
        pytest.raises(UsageError, match=r"has another version of the grader .* than this machine \(0\.0 of old\)"),
    ):
        list(engine.map(jobs_of(RIGHT)))


def test_an_error_that_no_job_is_to_blame_for_ends_the_batch(
    cluster: Running, mini: MiniCourse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here, workers that know nothing of this batch; marking a whole class for review would help nobody."""
    with open_engine(order_for(mini), cluster.plan) as engine:
        monkeypatch.setattr(engine, "name", "another")
        with pytest.raises(UsageError, match=r"cannot grade \(KeyError: 'another'\); install the same version"):
            list(engine.map(jobs_of(RIGHT)))


def test_a_job_on_which_workers_end_again_and_again_is_a_fault_of_ours(
    cluster: Running, mini: MiniCourse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its answers are lost on the way: nothing that a student sends could end a worker."""
    finished = DaskEngine.finished

    def lossy(self: DaskEngine) -> Iterator[tuple[Job, JobResult | None]]:
        return ((job, None if job.digest == "1" else result) for job, result in finished(self))

    monkeypatch.setattr(DaskEngine, "finished", lossy)
    with open_engine(order_for(mini), cluster.plan) as engine:
        found = {done.digest: done.result for done in engine.map(jobs_of(RIGHT, WRONG, RIGHT))}
    assert [found[digest].faulty for digest in "012"] == [False, True, False]
    assert found["1"].score == found["1"].max_score
    assert found["1"].notes == ("the process that grades ended twice on this submission",)


def test_a_cluster_without_workers_is_told_in_a_sentence(mini: MiniCourse, tmp_path: Path) -> None:
    running = start(tmp_path, 0, None)
    try:
        with (
            DaskEngine(order_for(mini), running.plan, patience=0.1) as engine,
            pytest.raises(UsageError, match=r"has no workers, and none joined in 0 s; start some"),
        ):
            list(engine.map(jobs_of(RIGHT)))
    finally:
        stop(running)


def test_a_cluster_that_ends_meanwhile_is_told_in_a_sentence(cluster: Running, mini: MiniCourse) -> None:
    """It stays so: this is the last test that uses it."""
    with open_engine(order_for(mini), cluster.plan) as engine:
        results = engine.map(jobs_of(*[RIGHT] * 40))
        next(results)
        cluster.scheduler.kill()
        cluster.scheduler.wait()
        with pytest.raises(UsageError, match=r"is gone; everything graded so far is saved: run this again"):
            list(results)


@pytest.mark.parametrize(
    ("scheduler", "tls", "sentence"),
    [
        ("nowhere.json", None, "there is no file 'nowhere.json'; start the scheduler with --scheduler-file"),
        ("smoke://signals", None, "no cluster answers at 'smoke://signals'"),
        ("tls://127.0.0.1:1", None, "no cluster answers at 'tls://127.0.0.1:1' .*, and use --tls if it requires TLS"),
        ("tls://127.0.0.1:1", ("a.pem", "b.pem", "c.pem"), "there is no file 'a.pem'; --tls takes certificate, key"),
    ],
)
def test_a_wrong_address_is_told_in_a_sentence(
    mini: MiniCourse, scheduler: str, tls: tuple[str, str, str] | None, sentence: str
) -> None:
    with pytest.raises(UsageError, match=sentence):
        open_engine(order_for(mini), EngineOptions(scheduler=scheduler, tls=tls))


def test_without_distributed_it_says_what_to_install(mini: MiniCourse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "grader.batch.dask_engine")
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=r"pip install 'attention-grader\[cluster\]'"):
        open_engine(order_for(mini), EngineOptions(scheduler="tcp://127.0.0.1:1"))


def test_what_workers_get_of_a_course_can_be_graded_with_and_holds_no_more(mini: MiniCourse, tmp_path: Path) -> None:
    mini.write("quizzes/01_easy.yaml", "title: not needed\n")
    mini.write("exercises/1_basics/01_double/__pycache__/checks.cpython-311.pyc", "old")
    with zipfile.ZipFile(io.BytesIO(pack_course(mini.path))) as packed:
        packed.extractall(tmp_path / "there")
    assert load_course(tmp_path / "there").find("double").solution_source == mini.load().find("double").solution_source
    assert sorted(path.name for path in (tmp_path / "there").iterdir()) == ["course.yaml", "exercises", "solutions"]
    assert not list(tmp_path.glob("there/**/__pycache__"))
