"""From a file on disk to bytes that can be graded. Nothing of a submission is parsed or run here."""

from grader.submission.read import MAX_BYTES, Submission, read_submission

__all__ = ["MAX_BYTES", "Submission", "read_submission"]
