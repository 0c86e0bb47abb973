"""From a file on disk to bytes that can be graded. Nothing of a submission is run here, and only notebooks are parsed:
what belongs to an exercise must be told from what stands around it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grader.submission.submission import MAX_BYTES, Submission, from_bytes, from_cells, read_exercises, read_submission

if TYPE_CHECKING:
    from grader.submission.cell_code import Cell, marked

__all__ = [
    "MAX_BYTES", "Cell", "Submission", "from_bytes", "from_cells", "marked", "read_exercises", "read_submission",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """What only notebooks need is loaded for them."""
    if name not in ("Cell", "marked"):
        raise AttributeError(f"module 'grader.submission' has no attribute {name!r}")
    from grader.submission import cell_code as cells

    return getattr(cells, name)
