"""A process of a batch that is killed whenever it is to grade the job "1": no submission could do that by itself."""

from __future__ import annotations

import os
import signal

from grader.batch import engine as local
from grader.batch.engine import CannotGrade, Job, JobResult, JobRunner


class Fatal(JobRunner):
    def answer(self, job: Job) -> JobResult | CannotGrade:
        if job.digest == "1":
            os.kill(os.getpid(), signal.SIGKILL)
        return super().answer(job)


def serve(descriptor: int) -> None:
    """What such a process runs."""
    local.JobRunner = Fatal
    local.serve(descriptor)
