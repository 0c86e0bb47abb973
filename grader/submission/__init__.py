"""Reads submissions: files, notebooks, archives and the layouts of LMS downloads.

Nothing of a submission is run here. Only notebooks are parsed, in the helper process, to find the code of an exercise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grader.submission.submission import MAX_BYTES, Submission, from_bytes, from_cells, read_exercises, read_submission

if TYPE_CHECKING:
    from grader.submission.cell_code import Cell, marked

__all__ = [
    "MAX_BYTES", "Cell", "Submission", "from_bytes", "from_cells", "marked", "read_exercises", "read_submission",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import the names that only notebooks need on first use."""
    if name not in ("Cell", "marked"):
        raise AttributeError(f"module 'grader.submission' has no attribute {name!r}")
    from grader.submission import cell_code

    return getattr(cell_code, name)
