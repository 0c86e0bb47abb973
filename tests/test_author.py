"""`author new` gives an exercise that keeps the promises; `author check` notices each promise that is broken."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from grader.author.mutants import listed_as_equivalent
from grader.author.new import new_exercise
from grader.author.prove import prove
from grader.course import load_course
from grader.errors import ContentError
from grader.worker import Report, Request, Worker, start_worker
from tests.conftest import ROOT, GraderCommand, MiniCourse

Break = Callable[["Plain"], object]


class Plain:
    """A course with the exercise `plain`, as `author new` makes it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir()
        (path / "course.yaml").write_text("title: A course\nseed: 3\n")
        self.exercise, self.solution = new_exercise(load_course(path), "plain", "1_basics")

    def change(self, name: str, old: str, new: str) -> None:
        path = self.exercise / name if (self.exercise / name).exists() else self.solution / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")

    def add_check(self, name: str, body: str, points: int = 1) -> None:
        with (self.exercise / "checks.py").open("a") as file:
            file.write(f'\n\n@check("one more")\ndef {name}(impl, rng):\n    return {body}\n')
        self.change("exercise.yaml", "points: {", f"points: {{{name}: {points}, ")

    def all_variants_are_the_reference(self) -> None:
        for path in (self.solution / "accepted").glob("*.py"):
            shutil.copy(self.solution / "solution.py", path)

    def misconception(self, name: str, result: str, head: str = "from solution import weighted_mean as right") -> None:
        body = f"def weighted_mean(x, weights):\n    return {result}\n"
        text = f'"""A mistake.\n\nWhat to do.\n"""\n\n{head}\n\n\n{body}'
        (self.solution / "misconceptions" / f"{name}.py").write_text(text)


@pytest.fixture
def plain(tmp_path: Path) -> Plain:
    return Plain(tmp_path / "course")


# author new


@pytest.mark.parametrize("slug", ["attention_span", "sum", "np", "numpy"])
def test_a_new_exercise_keeps_the_promises_and_can_be_solved(grader: GraderCommand, tmp_path: Path, slug: str) -> None:
    (tmp_path / "course.yaml").write_text("title: A course\nseed: 3\n")
    made = grader("author", "new", slug, "--part", "1_basics", "--course", tmp_path)
    assert (made.code, made.err) == (0, "")
    assert made.out.splitlines()[:2] == [
        f"created exercises/1_basics/01_{slug}",
        f"created solutions/1_basics/01_{slug}",
    ]
    assert f"grader author check {slug}" in made.out
    run = grader("author", "check", slug)
    assert (run.code, run.err) == (0, "")
    head, row, verdict = run.out.splitlines()
    assert head.split() == ["exercise", "checks", "caught", "named", "accepted", "habits", "seconds"]
    assert re.fullmatch(rf"{slug} +4 \+ 1 +6 of 6 +6 of 6 +3 of 3 +1\d \+ 0 +\d+\.\d", row)
    assert verdict == f"{slug} keeps the promises."
    shutil.copy(tmp_path / f"solutions/1_basics/01_{slug}/solution.py", tmp_path / f"{slug}.py")
    assert grader("check", slug).code == 0


def test_new_exercises_are_numbered_and_hold_nothing_of_the_template_s_name(
    grader: GraderCommand, plain: Plain
) -> None:
    run = grader("author", "new", "second_one", "--part", "1_basics", "--course", plain.path)
    assert run.out.startswith("created exercises/1_basics/02_second_one\n")
    texts = {path: path.read_text() for path in plain.path.rglob("*") if path.is_file()}
    assert not [path for path, text in texts.items() if "SLUG" in text]
    assert "# Second one\n" in texts[plain.exercise.with_name("02_second_one") / "README.md"]


@pytest.mark.parametrize(
    ("slug", "part", "sentence"),
    [
        ("Softmax", "1_basics", "'Softmax' cannot name an exercise; use lower-case letters, digits and _"),
        ("lambda", "1_basics", "'lambda' cannot name an exercise"),
        ("../up", "1_basics", "'../up' cannot name an exercise"),
        ("2nd", "1_basics", "'2nd' cannot name an exercise"),
        ("other", "basics", "'basics' cannot name a part; use a number and a word, such as '2_attention'"),
        ("other", "1_basics/..", "'1_basics/..' cannot name a part"),
        ("plain", "2_more", "there is already an exercise 'plain'; choose another name"),
    ],
)
def test_names_that_cannot_be_are_refused_and_nothing_is_written(
    grader: GraderCommand, plain: Plain, slug: str, part: str, sentence: str
) -> None:
    before = sorted(plain.path.rglob("*"))
    run = grader("author", "new", slug, "--part", part, "--course", plain.path)
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith(f"grader: {sentence}")
    assert run.err.count("\n") == 1
    assert sorted(plain.path.rglob("*")) == before


def test_a_new_course_and_a_new_quiz_keep_the_promises(grader: GraderCommand, tmp_path: Path) -> None:
    made = grader("author", "new-course", "my-data")
    assert (made.code, made.err) == (0, "")
    course = tmp_path / "my-data"
    quiz = grader("author", "new", "quiz", "second", cwd=course / "exercises")
    assert quiz.out.startswith("created quizzes/02_second.yaml\n")
    assert grader("author", "new", "exercise", "other", "--part", "2_more", cwd=course).code == 0
    run = grader("author", "check", cwd=course)
    assert (run.code, run.err) == (0, "")
    assert load_course(course).title == "My data"
    again = grader("author", "new-course", "my-data")
    assert (again.code, again.err) == (
        2, "grader: 'my-data' is not an empty folder; name a new one for the course\n",
    )  # fmt: skip


def test_nothing_is_written_into_a_course_that_nobody_meant(
    grader: GraderCommand, plain: Plain, tmp_path: Path
) -> None:
    """Neither the course that comes with the grader, nor the one of a workspace, nor an edition."""
    assert grader("release", "edition", "--course", plain.path).code == 0
    assert grader("init", "work", "--course", plain.path).code == 0
    before = sorted(tmp_path.rglob("*"))
    for place in (tmp_path, tmp_path / "work", tmp_path / "edition"):
        for what in (("exercise", "mine", "--part", "1_basics"), ("quiz", "mine")):
            run = grader("author", "new", *what, cwd=place)
            assert (run.code, run.out) == (2, "")
            assert "there is no course here" in run.err or "is a student edition" in run.err
    inside = grader("author", "new-course", ROOT / "grader/mine")
    assert "is inside the installed grader; name a folder of your own" in inside.err
    assert not (ROOT / "grader/mine").exists()
    assert sorted(tmp_path.rglob("*")) == before


# author check: what the files say


def _stray(plain: Plain) -> None:
    (plain.solution / "misconceptions" / "notes.txt").write_text("for later")


WRONG_FILES: dict[str, tuple[Break, str]] = {
    "no hints": (
        lambda plain: plain.change("exercise.yaml", "hints:", "needs_more_hints:"),
        r"exercise\.yaml:\d+: .*needs_more_hints",
    ),
    "two hints": (
        lambda plain: plain.change("exercise.yaml", '  - "(weights[:, None] * x).sum(axis=0) / weights.sum()"\n', ""),
        r"exercise\.yaml:\d+: 2 hints; ",
    ),
    "a check without points": (
        lambda plain: plain.change("exercise.yaml", ", one_of_each: 1", ""),
        r"checks\.py:\d+: check 'one_of_each' has no points; add 'one_of_each: 1'",
    ),
    "points without a check": (
        lambda plain: plain.change("exercise.yaml", "any_weights: 2", "any_weights: 2, two_weights: 1"),
        r"exercise\.yaml:\d+: points for 'two_weights', which is not a check; did you mean 'any_weights'",
    ),
    "a spelling of no mistake": (
        lambda plain: _rename("misconceptions/not_divided.py", "misconceptions/undivided.2.py")(plain),
        r"undivided\.2\.py: there is no undivided\.py, whose words it should share; rename it",
    ),
    "a check with a name of the engine's own": (
        lambda plain: plain.change("checks.py", "def any_weights(", "def inputs_unchanged("),
        r"checks\.py:\d+: 'inputs_unchanged' is a check that every exercise has anyway",
    ),
    "a stray file": (_stray, r"misconceptions/notes\.txt: does not belong here; delete it"),
    "a reference that does not parse": (
        lambda plain: plain.change("solution.py", "def weighted_mean(", "def weighted_mean(("),
        r"solution\.py:\d+: ",
    ),
}


@pytest.mark.parametrize("case", WRONG_FILES)
def test_a_file_that_is_wrong_exits_2_with_a_sentence_that_names_it(
    grader: GraderCommand, plain: Plain, case: str
) -> None:
    spoil, sentence = WRONG_FILES[case]
    spoil(plain)
    run = grader("author", "check", "--course", plain.path)
    assert (run.code, run.out) == (2, "")
    assert len(run.err.splitlines()) == 1
    assert re.search(sentence, run.err)
    as_json = grader("author", "check", "--course", plain.path, "--json")
    assert as_json.code == 2
    assert as_json.json["problems"] == run.err.splitlines()


def test_a_course_without_exercises_is_no_proof(grader: GraderCommand, tmp_path: Path) -> None:
    (tmp_path / "course.yaml").write_text("title: A course\nseed: 3\n")
    run = grader("author", "check", "--course", tmp_path)
    assert (run.code, run.out) == (2, "")
    assert "no exercises; add a folder" in run.err


# author check: what running shows

ALL_OF_THEM = "every breach is of this one promise"
ONCE = "it is the only breach"
AMONG_OTHERS = "other promises may be broken with it"


def _solved_stub(plain: Plain) -> None:
    shutil.copy(plain.solution / "solution.py", plain.exercise / "stub.py")


def _wrong_variant(plain: Plain) -> None:
    (plain.solution / "accepted" / "mistaken.py").write_text("def weighted_mean(x, weights):\n    return x.mean(0)\n")


def _rename(old: str, new: str) -> Break:
    return lambda plain: (plain.solution / old).rename(plain.solution / new)


def _delete(name: str) -> Break:
    return lambda plain: (plain.solution / name).unlink()


def _twin(plain: Plain) -> None:
    folder = plain.solution / "misconceptions"
    shutil.copy(folder / "divides_by_count.py", folder / "twin.py")


def _input_is_the_answer(plain: Plain) -> None:
    plain.all_variants_are_the_reference()
    plain.add_check("lone", "impl.weighted_mean(rng.normal(size=1), np.array([2.0]))", points=3)


def _unstable(plain: Plain) -> None:
    plain.all_variants_are_the_reference()
    body = "(1e6 * impl.weighted_mean(rng.normal(size=(4, 3)), rng.uniform(1, 2, size=4))).astype(int)"
    plain.add_check("whole", body)


# Changes the weights, and uses what they were.
SORTS = "def weighted_mean(x, weights):\n    kept, weights[:] = weights.copy(), 1.0\n    weights = kept"


def _one_feature_is_hidden(plain: Plain) -> None:
    plain.change(
        "checks.py",
        "rng.normal(size=(1, 6)), rng.normal(size=(3, 1))",
        "rng.normal(size=(1, 6)), rng.normal(size=(3, 2))",
    )
    with (plain.solution / "hidden_checks.py").open("a") as file:
        file.write('\n\n@check("one feature", axes="feature")\ndef one_feature(impl, rng):\n')
        file.write("    return impl.weighted_mean(rng.normal(size=(3, 1)), rng.uniform(0.5, 3.0, size=3))\n")
    plain.change("exercise.yaml", "points: {", "points: {one_feature: 1, ")


BREACHES: dict[str, tuple[Break, str, str]] = {
    "a stub that scores": (_solved_stub, ALL_OF_THEM, r"stub\.py in '\w+' ends as 'passed', expected 'not_attempted'"),
    "a stub that does not run": (
        lambda plain: plain.change("stub.py", "import numpy as np", "from numpy import no_such_module"),
        ALL_OF_THEM,
        r"stub\.py in '\w+' ends as 'import_error', .*no_such_module",
    ),
    "an accepted variant that fails": (
        _wrong_variant,
        ALL_OF_THEM,
        r"accepted/mistaken\.py fails '\w+' \(seed 0\): .*expected",
    ),
    "no library variant": (
        _rename("accepted/library_average.py", "accepted/average.py"),
        ONCE,
        r"no accepted variant built on a library's own operator; add one with 'library' in its name",
    ),
    "no float32 variant": (
        _rename("accepted/float32_inside.py", "accepted/single.py"),
        ONCE,
        r"no accepted variant in float32; add one with 'float32' in its name",
    ),
    "too few variants": (_delete("accepted/loops.py"), ONCE, r"only 2 accepted variants; write at least 3"),
    "too few misconceptions": (
        _delete("misconceptions/not_divided.py"),
        ONCE,
        r"only 5 misconceptions; write at least 6",
    ),
    "a misconception that is right": (
        lambda plain: plain.misconception("harmless", "right(x, weights)"),
        ONCE,
        r"misconceptions/harmless\.py is not caught clearly under seed 0; no check differs 10 times the tolerance",
    ),
    "a misconception caught by a hair": (
        lambda plain: plain.misconception("hair", "right(x, weights) * 1.0005"),
        ONCE,
        r"misconceptions/hair\.py is not caught clearly under seed 0",
    ),
    "a misconception that cannot be loaded": (
        lambda plain: plain.misconception("unloadable", "x", head="from numpy import no_such_module"),
        ONCE,
        r"misconceptions/unloadable\.py cannot be loaded: .*no_such_module",
    ),
    "misconceptions that cannot be told apart": (
        _twin,
        ALL_OF_THEM,
        r"misconceptions/(twin|divides_by_count)\.py is diagnosed as nothing, not as itself; "
        r"it fails the same checks as .*(twin|divides_by_count)",
    ),
    "points for nothing": (
        lambda plain: plain.add_check("nothing", "impl.weighted_mean(np.zeros((3, 2)), np.ones(3))", points=4),
        AMONG_OTHERS,
        r"an implementation that returns zeros earns 33% \(passes nothing\)",
    ),
    "points for the input": (
        _input_is_the_answer,
        AMONG_OTHERS,
        r"an implementation that returns its input earns 27% \(passes lone\)",
    ),
    "a check too fine for float32": (
        lambda plain: plain.add_check(
            "fine", "np.array(impl.weighted_mean(rng.normal(size=(4, 3)) + 400, rng.uniform(1, 2, size=4))) - 400"
        ),
        ONCE,
        r"'fine' is too fine: float32 inputs use 0\.\d+ of the tolerance, 0\.1 is allowed",
    ),
    "a decision that a millionth turns over": (
        _unstable,
        AMONG_OTHERS,
        r"a decision in 'whole' changes if inputs move by a millionth; give it a margin",
    ),
    "no sources": (
        lambda plain: plain.change("exercise.yaml", "sources: [S0]\n", ""),
        ONCE,
        r"exercise\.yaml names no sources; add the documents",
    ),
    "a reference that fails its own check": (
        lambda plain: plain.change("solution.py", "return total", "assert len(x) > 1, 'one row'\n    return total"),
        ONCE,
        r"solution\.py does not pass 'one_of_each' \(.*\); correct one of them",
    ),
    "the same numbers under every seed": (
        lambda plain: plain.add_check("constant", "impl.weighted_mean(np.array([[2.0], [7.5]]), np.array([1.0, 3.0]))"),
        ONCE,
        r"'constant' has the same outcome under every seed, so an answer can be written down; draw its inputs",
    ),
    "parts without names": (
        lambda plain: plain.change("checks.py", ', parts="one row: feature; one feature: feature"', ""),
        ONCE,
        r"'one_of_each' returns several values; name them, as in parts=",
    ),
    "axes of several parts": (
        lambda plain: plain.change("checks.py", 'parts="mean: feature"', 'axes="feature; feature"'),
        ONCE,
        r"'mixes_rows' names axes of several parts; write parts=",
    ),
    "no worked example": (
        lambda plain: plain.change("README.md", "```example", "```"),
        ONCE,
        r"README\.md marks no worked example; write ```example above its numbers",
    ),
    "a worked example that no check tries": (
        lambda plain: plain.change("README.md", "[1.5, 15]", "[1.5, 16.25]"),
        AMONG_OTHERS,
        r"the worked example 'x = .*…' has numbers that are in no public check: 16\.25",
    ),
    "a reference that changes its argument": (
        lambda plain: plain.change("solution.py", "    total =", "    x *= 1 + (weights[0] > 0)\n    total ="),
        ONCE,
        r"solution\.py changes an argument \(weighted_mean: x\)",
    ),
    "an accepted variant that changes its argument": (
        lambda plain: plain.change("accepted/loops.py", "def weighted_mean(x, weights):", SORTS),
        ALL_OF_THEM,
        r"accepted/loops\.py changes an argument \(weighted_mean: weights\)",
    ),
    "a habit that no check notices": (
        lambda plain: plain.change("checks.py", "size=(3, 5)).T", "size=(5, 3))"),
        ONCE,
        r"no check notices the habit: contiguous_only 'x' in weighted_mean",
    ),
    "a habit that only hidden checks notice": (
        _one_feature_is_hidden,
        ONCE,
        r"no check notices the habit: squeezed in weighted_mean \(only hidden checks notice\)",
    ),
    "a listed habit that does not survive": (
        lambda plain: (plain.solution / "equivalent.yaml").write_text("- {habit: squeezed in sum, reason: No.}\n"),
        ONCE,
        r"equivalent\.yaml lists a habit that does not survive: squeezed in sum",
    ),
    "a listed constant that depends on the seed": (
        lambda plain: (plain.solution / "equivalent.yaml").write_text("- {constant: any_weights, reason: It is.}\n"),
        ONCE,
        r"equivalent\.yaml lists 'any_weights' as constant, but its outcome depends on the seed",
    ),
    "no solution": (
        lambda plain: shutil.rmtree(plain.solution),
        ONCE,
        r"plain: there is no solution in .*/01_plain; write one",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", BREACHES)
def test_a_broken_promise_exits_2_with_a_sentence_that_names_it(grader: GraderCommand, plain: Plain, case: str) -> None:
    spoil, extent, sentence = BREACHES[case]
    spoil(plain)
    run = grader("author", "check", "plain", "--course", plain.path)
    assert (run.code, run.err) == (2, "")
    head, _, *breaches, verdict = run.out.splitlines()
    assert head.startswith("exercise")
    assert verdict == "1 of 1 exercises break their promises."
    found = [bool(re.match(f"plain: {sentence}", breach)) for breach in breaches]
    assert any(found), breaches
    assert all(found) or extent == AMONG_OTHERS, breaches
    assert len(found) == 1 or extent != ONCE, breaches


def test_the_breaches_are_there_for_programs_too(grader: GraderCommand, mini: MiniCourse) -> None:
    """The small course of these tests is no finished exercise: it has two misconceptions and no variant."""
    run = grader("author", "check", "--course", mini.path, "--json")
    assert (run.code, run.err) == (2, "")
    proof: dict[str, Any] = run.json["proofs"][0]
    assert run.json["schema"] == 1
    assert (proof["exercise"], proof["checks"], proof["hidden"]) == ("double", 3, 1)
    assert (proof["misconceptions"], proof["caught"], proof["named"], proof["variants"]) == (2, 2, 2, 0)
    assert "only 2 misconceptions; write at least 6" in proof["breaches"]
    assert run.json["mutations"] == []


def test_one_exercise_can_be_chosen_and_an_unknown_one_is_told(grader: GraderCommand, plain: Plain) -> None:
    new_exercise(load_course(plain.path), "other", "1_basics")
    run = grader("author", "check", "other", "--course", plain.path, "--json")
    assert [proof["exercise"] for proof in run.json["proofs"]] == ["other"]
    unknown = grader("author", "check", "oter", "--course", plain.path)
    assert unknown.code == 2
    assert "did you mean 'other'?" in unknown.err


# author check --mutate

GUARDED = "    return total / np.maximum(np.sum(weights), 1e-30)"


def _listed(*lines: str) -> str:
    return "".join(f"- mutant: '{line}'\n  reason: The guard never acts.\n" for line in lines)


def test_a_mutant_that_no_check_kills_is_shown_as_a_diff_until_it_is_listed_with_a_reason(
    grader: GraderCommand, plain: Plain
) -> None:
    plain.change("solution.py", "    return total / np.sum(weights)", GUARDED)
    mutate = ("author", "check", "plain", "--mutate", "--course", plain.path)
    first = grader(*mutate)
    assert (first.code, first.err) == (2, "")
    assert "plain keeps the promises." in first.out
    assert "plain: no check notices " in first.out
    removed = {line.strip() for line in first.out.splitlines() if line.startswith("  -")}
    added = [line.strip()[1:].strip() for line in first.out.splitlines() if line.startswith("  +")]
    assert removed == {f"-{GUARDED}"}
    assert "return total / np.maximum(np.sum(weights), 2e-30)" in added
    assert "100 %" not in first.out

    stale = "return total * 5"
    (plain.solution / "equivalent.yaml").write_text(_listed(*added, stale))
    second = grader(*mutate)
    assert second.code == 2
    assert f"plain: equivalent.yaml lists a mutant that does not survive: {stale}" in second.out
    assert "no check notices" not in second.out

    (plain.solution / "equivalent.yaml").write_text(_listed(*added))
    third = grader(*mutate)
    assert (third.code, third.err) == (0, "")
    row = third.out.splitlines()[-1].split()
    total, killed, equivalent = map(int, row[1:4])
    assert (row[0], row[4:6]) == ("plain", ["100", "%"])
    assert equivalent == len(added)
    assert total == killed + equivalent
    assert killed > 3


BAD_LISTS = {
    "no reason": "- mutant: return 1\n",
    "an empty reason": "- {mutant: return 1, reason: ' '}\n",
    "no list": "mutant: return 1\n",
    "no yaml": "- [unclosed\n",
}


@pytest.mark.parametrize("case", BAD_LISTS)
def test_an_equivalent_mutant_needs_a_reason(plain: Plain, case: str) -> None:
    path = plain.solution / "equivalent.yaml"
    path.write_text(BAD_LISTS[case])
    with pytest.raises(ContentError, match="reason") as caught:
        listed_as_equivalent(load_course(plain.path).find("plain"))
    assert caught.value.path == path


def test_a_list_of_equivalent_mutants_that_cannot_be_read_exits_2(grader: GraderCommand, plain: Plain) -> None:
    (plain.solution / "equivalent.yaml").write_text(BAD_LISTS["no yaml"])
    run = grader("author", "check", "plain", "--mutate", "--course", plain.path)
    assert run.code == 2
    assert re.match(r"grader: .*equivalent\.yaml: .*'mutant' or 'habit', and 'reason'\n$", run.err)


def test_slow_checks_run_for_the_reference_and_right_solutions_only(
    mini: MiniCourse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Training every wrong solution would take minutes and prove nothing."""
    mini.checks(
        """
        @check("twice", axes="row column")
        def doubles(impl, rng):
            return impl.double(rng.normal(size=(2, 3)))

        @check("twice, slowly", axes="row column", slow=True)
        def slowly(impl, rng):
            return impl.double(rng.normal(size=(4, 5)))
        """,
        {"doubles": 1, "slowly": 1},
    )
    ran: dict[str, int] = {"doubles": 0, "slowly": 0}
    original = Worker.run

    def counted(self: Worker, requests: Sequence[Request], *more: Any) -> list[list[Report]]:
        for request in requests:
            wrong = any(layer.overlay for layer in request.implementation.layers)
            for task in request.tasks:
                ran[task.check] += wrong
        return original(self, requests, *more)

    monkeypatch.setattr(Worker, "run", counted)
    course = load_course(mini.path)
    with start_worker() as worker:
        prove(course, course.find("double"), worker)
    assert ran["doubles"] > 10
    assert ran["slowly"] == 0
