"""`grader try` with a small course, and second stages: what runs in a process that nothing of a submission enters."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from grader.course import load_course
from grader.grade import Grader
from grader.results import ExerciseResult, Outcome
from grader.student.workspace import make
from grader.submission import Submission
from grader.worker import Worker, start_worker
from tests.conftest import RIGHT, ROOT, GraderCommand, MiniCourse

TRY = """
import sys

import numpy as np

EXAMPLE = "1 2 3"
BLOCKS = ("twice", "masking")


def run(impl, rng, given):
    del rng
    numbers = np.array([float(word) for word in given["text"].split()])
    own = [name for name in BLOCKS if name in sys.modules]
    other = sys.modules["twice"].double(1) if own else "nothing"
    values = np.stack([numbers, impl.double(numbers)])
    labels = [str(at) for at in range(len(numbers))]
    return [
        f"twice {given['text']} \\x1b[31mis\\x1b[0m {impl.double(numbers).tolist()}; "
        f"loaded {own}, which says {other}, mine {getattr(impl, 'SECRET', None)}",
        {"title": "before and after", "rows": ["x", "2x"], "columns": labels, "values": values},
        {"title": "both", "panels": [{"title": name, "rows": ["r"], "columns": labels, "values": values[at : at + 1]}
                                     for at, name in enumerate(("one", "two"))]},
    ]
"""


@pytest.fixture
def course(mini: MiniCourse) -> MiniCourse:
    for name in ("1_basics/02_masking", "2_more/01_twice"):
        for top in ("exercises", "solutions"):
            shutil.copytree(mini.path / top / "1_basics/01_double", mini.path / top / name)
    mini.write("exercises/1_basics/01_double/try.py", TRY)
    mini.write("exercises/2_more/01_twice/provided.py", "SECRET = 'its own'\n")
    mini.write("exercises/1_basics/01_double/provided.py", "SECRET = 'of double'\n")
    return mini


@pytest.fixture
def work(course: MiniCourse, tmp_path: Path) -> Path:
    make(course.load(), tmp_path / "work", notebooks=False, remember=True)
    (tmp_path / "work/1_basics/01_double/double.py").write_text("from provided import SECRET\n" + RIGHT)
    return tmp_path / "work"


def test_what_is_typed_runs_through_the_students_code_and_is_drawn(grader: GraderCommand, work: Path) -> None:
    run = grader("try", "double", "1", "2.5", cwd=work)
    assert run.code == 0, run.err
    assert "With the given twice, masking." in run.out
    assert "twice 1 2.5" in run.out
    assert "[2.0, 5.0]; loaded [], which says nothing" in run.out
    assert "\x1b[31m" not in run.out, "what code returns cannot command a terminal"
    assert "before and after" in run.out
    assert "5" in run.out.partition("2x")[2].split("\n")[0]
    assert "twice 1 2 3" in grader("try", "double", cwd=work).out, "the example"


def test_solutions_of_other_exercises_take_part_where_they_pass(grader: GraderCommand, work: Path) -> None:
    """Each with the provided.py of its own exercise; one that fails a check does not."""
    (work / "2_more/01_twice/twice.py").write_text(
        "import numpy as np\nfrom provided import SECRET\n\n\ndef double(x):\n"
        "    return SECRET if isinstance(x, int) else np.add(x, x)\n\n\ndef total(x):\n    return np.sum(x)\n"
    )
    (work / "1_basics/02_masking/masking.py").write_text(RIGHT.replace("np.add(x, x)", "np.multiply(x, x)"))
    run = grader("try", "double", cwd=work)
    assert "With your own twice." in run.out
    assert "With the given masking." in run.out
    assert "loaded ['twice'], which says its own, mine of double" in " ".join(run.out.split())


def test_a_mistake_is_reported_as_in_a_check(grader: GraderCommand, work: Path) -> None:
    (work / "1_basics/01_double/double.py").write_text("def double(x):\n    return x.nothing\n")
    run = grader("try", "double", cwd=work)
    assert run.code == 1
    assert "has no attribute 'nothing'" in run.out
    assert "double.py, line 2" in run.out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("masking",), "there is nothing to try in masking; try one of: double"),
        (("double", "--save", "x.png"), "cannot save as 'x.png'; choose a name that ends in .html or .svg"),
    ],
)
def test_what_cannot_be_tried_or_saved_is_refused(
    grader: GraderCommand, work: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    run = grader("try", *arguments, cwd=work)
    assert (run.code, run.err.strip()) == (2, f"grader: {sentence}")


def test_what_is_shown_can_be_saved(grader: GraderCommand, work: Path) -> None:
    assert grader("try", "double", "--save", "all.html", cwd=work).code == 0
    page = (work / "all.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 2
    assert "twice 1 2 3" in page
    assert "Saved as one-2.svg." in grader("try", "double", "--save", "one.svg", cwd=work).out
    assert "<title>both</title>" in (work / "one-2.svg").read_text(encoding="utf-8")


def test_input_that_cannot_be_used_and_a_stub_are_refused(
    grader: GraderCommand, course: MiniCourse, work: Path
) -> None:
    course.write(
        "exercises/1_basics/01_double/try.py",
        "def run(impl, rng, given):\n    return 'type a number' if given['text'] == 'x' else ['fine']\n",
    )
    refused = grader("try", "double", "x", cwd=work)
    assert (refused.code, refused.err.strip()) == (2, "grader: type a number")
    shutil.copy(course.exercise / "stub.py", work / "1_basics/01_double/double.py")
    untouched = grader("try", "double", cwd=work)
    assert untouched.code == 2
    assert "double.py is still the stub; write its functions first (grader show double)" in untouched.err


@pytest.mark.parametrize("value", ["np.full(3, np.nan)", "np.ones((2, 2))", "None"])
def test_what_cannot_be_drawn_is_the_solutions_fault(
    grader: GraderCommand, course: MiniCourse, work: Path, value: str
) -> None:
    course.write(
        "exercises/1_basics/01_double/try.py",
        "def run(impl, rng, given):\n"
        "    return [{'title': '', 'rows': ['a'], 'columns': list('xyz'), 'values': [impl.double(1)]}]\n",
    )
    source = f"import numpy as np\n\n\ndef double(x):\n    return {value}\n\n\ndef total(x):\n    return 0\n"
    (work / "1_basics/01_double/double.py").write_text(source)
    run = grader("try", "double", cwd=work)
    assert run.code == 1
    assert "Your solution returned something that cannot be drawn" in run.out


# What is typed and then shown; what is refused, and how. The capstone trains: it has a test of its own.
TRIES = {
    "rnn_limits": ("0.5 1.2", "log10 of gradient_norms, inputs 0", "fast", "strengths of W_h"),
    "contextual_embeddings": ("money bank grows", "similarity_weights", "zebra bank", "'zebra' has no vector here"),
    "softmax": ("a=1 b=2 T=0.5", "T = 0.5 ", "a=1 T=0 b=2", "'T=0' is no score"),
    "scaled_dot_product_attention": ("walk walked run", "walk → walked", "alone", "from 2 to 8 words"),
    "masking": ("so it is <pad>", "masked_softmax(scores, keep)", "<pad> so", "the first of them not <pad>"),
    "positional_encoding": ("6 5", "positional_encoding(6, 5)", "6 500", "both from 2 to 32"),
    "beam_search": ("1", "best: Io Ti amo EOS, 0.0660", "none", "the width of the beam, 1 to 6"),
    "sparse_attention": ("8 global=3", "union 4,480", "8 global=9", "from 2 to 32"),
}


def test_all_that_can_be_tried_is_tested_here() -> None:
    tried = {exercise.slug for exercise in load_course(ROOT).exercises if exercise.try_source is not None}
    assert tried == {*TRIES, "translate"}
    assert all(f"| `{slug}` |" in (ROOT / "docs/student.md").read_text("utf-8") for slug in tried)


@pytest.mark.parametrize("slug", TRIES)
def test_a_right_solution_is_shown_at_work(grader: GraderCommand, slug: str, tmp_path: Path) -> None:
    typed, shown, refused, sentence = TRIES[slug]
    [solution] = ROOT.glob(f"solutions/*/[0-9][0-9]_{slug}/solution.py")
    mine = ("try", slug, "--course", ROOT, "--submission", solution)
    example = grader(*mine, "--save", tmp_path / "all.html")
    assert example.code == 0, example.out + example.err
    assert "prefers-color-scheme" in (tmp_path / "all.html").read_text("utf-8") or slug == "beam_search"
    own = grader(*mine, *typed.split())
    assert own.code == 0, own.out + own.err
    assert shown in own.out
    assert max(map(len, own.out.split("\n"))) <= 80
    bad = grader(*mine, *refused.split())
    assert bad.code == 2
    assert sentence in bad.err
    assert bad.err.count("\n") <= 3


@pytest.mark.parametrize("slug", TRIES)
def test_a_wrong_solution_never_breaks_a_try(grader: GraderCommand, slug: str, tmp_path: Path) -> None:
    """Whatever its functions return, there is a sentence about them, and no traceback of ours."""
    [stub] = ROOT.glob(f"exercises/*/[0-9][0-9]_{slug}/stub.py")
    wrong = tmp_path / f"{slug}.py"
    wrong.write_text(stub.read_text("utf-8").replace("raise NotImplementedError", "return None"), encoding="utf-8")
    run = grader("try", slug, "--course", ROOT, "--submission", wrong)
    assert run.code == 1
    assert "Traceback" not in run.out + run.err
    assert "cannot be" in run.out


STAGED = """
from grader.checks import given, judge, second_stage


@given("learns")
def make(rng):
    return {"numbers": [1.0, 2.0]}, {"held out": 21.0}


@second_stage("learns")
def apply(provided, rng, given):
    import sys

    if "double" in sys.modules or "submission" in sys.modules:
        raise RuntimeError("the submission is here")
    if given["value"]["factor"][0] < 0:
        raise ValueError("negative")
    return float(given["value"]["factor"][0] * given["secret"]["held out"]) + provided.NOTHING


@judge("learns")
def right(value, reference, secret):
    return None if value == 42 else f"{value:g} comes out, not 42"
"""


@pytest.fixture
def staged(mini: MiniCourse) -> MiniCourse:
    mini.checks(
        """
        @check("what was learned doubles a number that was held out")
        def learns(impl, rng, given):
            return impl.learn(given["numbers"])
        """,
        {"learns": 2},
    )
    learn = "import numpy as np\n\n\ndef learn(numbers):\n    return {'factor': np.array([2.0])}\n"
    mini.write("solutions/1_basics/01_double/solution.py", learn)
    mini.write("exercises/1_basics/01_double/stub.py", "def learn(numbers):\n    raise NotImplementedError\n")
    mini.write("exercises/1_basics/01_double/provided.py", "NOTHING = 0\n")
    mini.write("exercises/1_basics/01_double/judges.py", STAGED)
    for path in (mini.solution / "misconceptions").glob("*.py"):
        path.unlink()
    return mini


def learned(mini: MiniCourse, worker: Worker, value: str) -> ExerciseResult:
    course = mini.load()
    source = f"import numpy as np\n\n\ndef learn(numbers):\n    return {value}\n"
    return Grader(course, worker, keep=False).grade(
        course.find("double"), Submission(Path("double.py"), source.encode())
    )


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("{'factor': np.array([3.0])}", "63 comes out, not 42"),
        ("{'factor': np.array([2.0, 2.0])}", "the trained model has 'factor' of shape (2,), expected (1,): keep"),
        (
            "{'weight': np.array([2.0])}",
            "the trained model has no parameter 'factor' of shape (1,) and has a parameter",
        ),
        ("42.0", "the trained model has no parameter 'factor'"),
        ("{'factor': 'two'}", "the trained model has no parameter 'factor'"),
        ("{'factor': np.array([-2.0])}", "the result does not have the form that this check asks for"),
        ("{'factor': np.array([np.nan])}", "nan comes out, not 42"),
    ],
)
def test_what_a_second_stage_makes_of_a_value_is_judged(staged: MiniCourse, value: str, message: str) -> None:
    """No value, however strange, is a fault of the grader's: that would give points."""
    with start_worker() as worker:
        assert learned(staged, worker, "{'factor': np.array([2.0])}").passed
        result = learned(staged, worker, value)
    assert (result.score, result.faulty) == (0, False)
    assert result.checks[0].message.startswith(message)


def test_a_second_stage_that_fails_for_the_reference_is_the_graders_fault(staged: MiniCourse) -> None:
    staged.write("exercises/1_basics/01_double/judges.py", STAGED.replace("provided.NOTHING", "provided.MISSING"))
    with start_worker() as worker:
        result = learned(staged, worker, "{'factor': np.array([3.0])}")
    assert result.checks[0].outcome is Outcome.GRADER_ERROR
