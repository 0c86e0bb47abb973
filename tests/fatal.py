"""A process of a batch that is killed whenever it is to grade the job "1": no submission could do that by itself."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable

from grader.batch.engine import BatchConfig, Job, JobResult, JobRunner


def grade_jobs(config: BatchConfig) -> Callable[[Job], JobResult]:
    """What such a process calls, in place of the engine's own."""
    runner = JobRunner(config)

    def grade(job: Job) -> JobResult:
        if job.digest == "1":
            os.kill(os.getpid(), signal.SIGKILL)
        return runner.grade(job)

    return grade
