"""Reads submissions: files, notebooks, archives and the layouts of LMS downloads.

Nothing of a submission is run here. Its code is parsed only to find an exercise in a notebook, in the helper process.
"""

from grader.submission.notebook import Cell, marked
from grader.submission.submission import MAX_BYTES, Submission, from_bytes, from_cells, read_exercises, read_submission

__all__ = [
    "MAX_BYTES", "Cell", "Submission", "from_bytes", "from_cells", "marked", "read_exercises", "read_submission",
]  # fmt: skip
