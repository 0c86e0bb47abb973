"""How course systems lay out what students handed in.

| layout | what lies in the folder or zip |
|---|---|
| single | one student's own files: `masking.py`, `softmax.ipynb`, a workspace, a parcel of `grader submit` |
| folders | `STUDENT/…`, or `STUDENT/attempt_2/…`; also `STUDENT.zip` |
| zips | `STUDENT.zip`, a later one `STUDENT (1).zip`; tar as well |
| flat | `STUDENT__masking.py`, also with one `_`, `-`, `.` or space; `STUDENT.ipynb`; `STUDENT__data.csv` beside them |
| canvas | `doejane_LATE_1234_56789_masking.py`, `anon_x7B2q_56789_masking.py` |
| moodle | `Jane Doe_1234_assignsubmission_file_/…` or `…_file_masking.py`, blind `Participant_1234_…` |
| gradescope | `submission_metadata.yml`, `submission_1234/…` |
| nbgrader | `submitted/STUDENT/ASSIGNMENT/…` with `timestamp.txt` |
"""

from collections.abc import Callable

from grader.submission.layouts.canvas import canvas
from grader.submission.layouts.gradescope import gradescope
from grader.submission.layouts.model import Layout, Problem, Reading, Root, Seen
from grader.submission.layouts.moodle import moodle
from grader.submission.layouts.nbgrader import nbgrader
from grader.submission.layouts.plain import flat, folders, single
from grader.submission.layouts.recognise import recognise

__all__ = ["READERS", "Layout", "Problem", "Root", "Seen", "recognise"]

READERS: dict[Layout, Callable[[Root], Reading]] = {
    Layout.SINGLE: single,
    Layout.FOLDERS: folders,
    Layout.ZIPS: folders,
    Layout.FLAT: flat,
    Layout.CANVAS: canvas,
    Layout.MOODLE: moodle,
    Layout.GRADESCOPE: gradescope,
    Layout.NBGRADER: nbgrader,
}
