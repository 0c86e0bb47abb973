"""On what a batch runs: processes of this machine, or a cluster. Both run the same function."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, Self

from grader.batch.station import Done, Job, Order
from grader.errors import UsageError


class Kind(StrEnum):
    """The engines there are."""

    LOCAL = "local"
    DASK = "dask"


@dataclass(frozen=True)
class Plan:
    """Which engine, and how much of it. `scheduler`: a cluster's address, or the file that tells it; `tls`: our
    certificate, its key, and the authority."""

    kind: Kind = Kind.LOCAL
    processes: int = 0  # 0: as many as there are cores
    scheduler: str = ""
    tls: tuple[str, str, str] | None = None

    def __post_init__(self) -> None:
        if self.kind is Kind.DASK and not self.scheduler:
            raise UsageError("say where the cluster is: --scheduler tcp://HOST:8786, or the file of its scheduler")


class Engine(Protocol):
    """Grades jobs, as many at once as it can. Results come in any order."""

    def map(self, jobs: Iterable[Job]) -> Iterator[Done]: ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


def open_engine(order: Order, plan: Plan) -> Engine:
    if plan.kind is Kind.LOCAL:
        from grader.batch.local import Local

        return Local(order, plan.processes or os.cpu_count() or 1)
    try:
        from grader.batch.cluster import Cluster
    except ModuleNotFoundError:
        raise UsageError("the cluster engine needs dask.distributed: pip install 'attention-grader[cluster]'") from None
    return Cluster(order, plan)
