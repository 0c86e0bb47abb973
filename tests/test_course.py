"""A course is read from its folders; whatever an author got wrong is said with file, line and remedy."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import grader.course.load
from grader.course import (
    CheckSpec,
    Part,
    find_course,
    load_course,
    read_checks,
    without_other_checks,
)
from grader.course.yaml import read
from grader.errors import ContentError, UsageError
from grader.values import Limits
from grader.worker.source import function_digests

EXERCISE = """\
title: Masking
minutes: 20
difficulty: 2
importance: 5
needs: [softmax]
sources: [S0, S3]
points:
  hides_the_future: 2
  sums_to_one: 1.5
  at_scale: 2
hints:
  - What should the softmax see?
  - Minus infinity.
  - "np.where(keep, scores, -np.inf)"
idea: Hide the score, and the weight is gone.
"""
CHECKS = """\
import numpy as np
from grader.checks import check


@check("no weight on future tokens", axes="query key")
def hides_the_future(impl, rng):
    return impl.masked_softmax(rng.normal(size=(5, 3)))


@check("rows sum to one", follows="hides_the_future")
def sums_to_one(impl, rng):
    return impl.masked_softmax(rng.normal(size=(2, 7)))
"""
HIDDEN = """\
from grader.checks import check


@check("large inputs work too")
def at_scale(impl, rng):
    return impl.masked_softmax(rng.normal(size=(50, 30)))
"""
MISTAKE = '"""The mask comes after the softmax.\n\nMask the scores first,\nthen normalise.\n"""\n'


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def add_exercise(course: Path, name: str, yaml: str = EXERCISE, solution: bool = True) -> Path:
    folder = course / "exercises" / name
    write(folder / "exercise.yaml", yaml)
    write(folder / "README.md", "# Masking\n")
    write(folder / "stub.py", "def masked_softmax(scores):\n    raise NotImplementedError\n")
    write(folder / "checks.py", CHECKS)
    if solution:
        mirror = course / "solutions" / name
        write(mirror / "solution.py", "def masked_softmax(scores):\n    return scores\n")
        write(mirror / "hidden_checks.py", HIDDEN)
        write(mirror / "misconceptions" / "mask_after.py", MISTAKE)
        write(mirror / "accepted" / "with_loops.py", "masked_softmax = None\n")
    return folder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A course of two exercises in two parts, without fault."""
    write(tmp_path / "course.yaml", "title: Transformers\nseed: 20260101\nlimits: {memory_mb: 512}\n")
    add_exercise(tmp_path, "1_basics/02_softmax", EXERCISE.replace("needs: [softmax]\n", ""))
    add_exercise(tmp_path, "2_attention/06_masking")
    return tmp_path


@pytest.fixture
def masking(root: Path) -> Path:
    return root / "exercises" / "2_attention" / "06_masking"


def mirror_of(exercise: Path) -> Path:
    return exercise.parents[2] / "solutions" / exercise.parent.name / exercise.name


def told(error: ContentError, path: Path, line: int | None, *words: str) -> None:
    """The error names this file and line, and says these words."""
    assert (error.path, error.line) == (path, line), str(error)
    assert str(error).startswith(f"{path}:{line}: " if line else f"{path}: ")
    for word in words:
        assert word in error.problem, error.problem


def only(errors: list[ContentError]) -> ContentError:
    assert len(errors) == 1, [str(error) for error in errors]
    return errors[0]


def test_a_course_knows_its_parts_and_order_from_folder_names(root: Path) -> None:
    add_exercise(root, "10_last/01_late")
    course = load_course(root)
    assert (course.title, course.seed) == ("Transformers", 20260101)
    assert [exercise.slug for exercise in course.exercises] == ["softmax", "masking", "late"]
    assert course.slugs == ("softmax", "masking", "late")
    assert course.parts == (
        Part(1, "basics", "1_basics"),
        Part(2, "attention", "2_attention"),
        Part(10, "last", "10_last"),
    )
    assert Part(3, "multi_head", "3_multi_head").title == "Multi Head"


def test_an_exercise_knows_what_its_yaml_says(root: Path, masking: Path) -> None:
    exercise = load_course(root).find("masking")
    assert (exercise.number, exercise.part.slug, exercise.path) == (6, "attention", masking)
    assert (exercise.title, exercise.minutes, exercise.difficulty, exercise.importance) == ("Masking", 20, 2, 5)
    assert (exercise.needs, exercise.sources) == (("softmax",), ("S0", "S3"))
    assert exercise.points == {"hides_the_future": 2.0, "sums_to_one": 1.5, "at_scale": 2.0}
    assert exercise.all_points == exercise.points | {"inputs_unchanged": 1.0, "inputs_unchanged_hidden": 1.0}
    assert (exercise.max_score, exercise.outstanding_points) == (7.5, 0)
    assert exercise.hints[2] == "np.where(keep, scores, -np.inf)"
    assert exercise.idea == "Hide the score, and the weight is gone."
    assert exercise.forbids is None


def test_an_exercise_knows_its_files(root: Path, masking: Path) -> None:
    exercise = load_course(root).find("masking")
    assert exercise.statement == "# Masking\n"
    assert "NotImplementedError" in exercise.stub_source
    assert (exercise.checks_source, exercise.hidden_source) == (CHECKS, HIDDEN)
    assert exercise.solution_path == mirror_of(masking)
    assert exercise.has_solution
    assert "return scores" in exercise.solution_source
    assert [path.name for path in exercise.accepted] == ["with_loops.py"]
    assert exercise.outcomes_path == masking / "outcomes.bin"
    assert [spec.id for spec in exercise.checks] == ["hides_the_future", "sums_to_one"]
    assert [(spec.id, spec.hidden) for spec in exercise.hidden_checks] == [("at_scale", True)]


def test_files_an_exercise_may_have_are_none_until_they_are_there(root: Path, masking: Path) -> None:
    bare = load_course(root).find("masking")
    assert (bare.provided_source, bare.judges_path, bare.hidden_judges_path) == (None, None, None)
    judges = write(masking / "judges.py", "")
    hidden = write(mirror_of(masking) / "hidden_judges.py", "")
    write(masking / "provided.py", "x = 1\n")
    full = load_course(root).find("masking")
    assert (full.provided_source, full.judges_path, full.hidden_judges_path) == ("x = 1\n", judges, hidden)


def test_a_student_edition_has_outstanding_points_and_no_fault(tmp_path: Path) -> None:
    write(tmp_path / "course.yaml", "title: T\nseed: 1\n")
    add_exercise(tmp_path, "1_basics/02_softmax", EXERCISE.replace("needs: [softmax]\n", ""), solution=False)
    course = load_course(tmp_path)
    exercise = course.find("softmax")
    assert (exercise.has_solution, exercise.hidden_checks, exercise.hidden_source) == (False, (), None)
    assert (exercise.misconceptions, exercise.accepted) == ((), ())
    assert (exercise.max_score, exercise.outstanding_points) == (7.5, 3.0)
    assert course.validate() == []


def test_limits_of_the_exercise_go_over_those_of_the_course_over_the_defaults(root: Path, masking: Path) -> None:
    write(masking / "exercise.yaml", EXERCISE + "limits: {seconds: 2}\n")
    course = load_course(root)
    assert course.limits == Limits(memory_mb=512)
    assert course.find("masking").limits == Limits(seconds=2.0, memory_mb=512)
    assert course.find("softmax").limits == Limits(5.0, 30.0, memory_mb=512, output_mb=1.0, processes=16, scratch_mb=64)


def test_forbidden_names_and_their_points_are_read(root: Path, masking: Path) -> None:
    write(masking / "exercise.yaml", EXERCISE + "forbids: {names: [torch.nn.MultiheadAttention], points: 2}\n")
    forbids = load_course(root).find("masking").forbids
    assert forbids is not None
    assert (forbids.names, forbids.points) == (("torch.nn.MultiheadAttention",), 2.0)


@pytest.mark.parametrize("file", ["stub.py", "checks.py", "provided.py"])
@pytest.mark.parametrize("code", ["import torch", "import numpy, torch.nn as nn", "def f():\n    from torch import nn"])
def test_torch_is_needed_when_a_file_imports_it(root: Path, masking: Path, file: str, code: str) -> None:
    write(masking / file, code)
    assert load_course(root).find("masking").needs_torch


def test_torch_in_a_comment_a_string_or_another_name_is_not_needed(root: Path, masking: Path) -> None:
    write(masking / "stub.py", '"""not torch"""\n# import torch\nimport torchlike\nfrom .torch import x\n')
    assert not load_course(root).find("masking").needs_torch


def test_a_misconception_is_its_docstring(root: Path) -> None:
    (mistake,) = load_course(root).find("masking").misconceptions
    assert (mistake.name, mistake.path.name, mistake.source) == ("mask_after", "mask_after.py", MISTAKE)
    assert mistake.diagnosis == "The mask comes after the softmax."
    assert mistake.advice == "Mask the scores first, then normalise."


@pytest.mark.parametrize(
    "name", ["masking", "06_masking", "2_attention/06_masking", "exercises/2_attention/06_masking/"]
)
def test_an_exercise_is_found_by_slug_folder_and_path(root: Path, name: str) -> None:
    course = load_course(root)
    assert course.find(name) is course.find("masking")


@pytest.mark.parametrize("name", ["maskin", "07_masking", "2_attention/maskng", "1_basics/06_masking"])
def test_a_misspelt_exercise_gets_a_suggestion(root: Path, name: str) -> None:
    with pytest.raises(UsageError) as caught:
        load_course(root).find(name)
    assert str(caught.value) == f"no exercise '{name}'; did you mean 'masking'? 'grader list' shows them all"


@pytest.mark.parametrize("name", ["zzz", "", "/", "x/y"])
def test_a_name_that_is_no_exercise_is_refused(root: Path, name: str) -> None:
    with pytest.raises(UsageError) as caught:
        load_course(root).find(name)
    assert str(caught.value) == f"no exercise '{name}'; 'grader list' shows them all"


def test_finding_one_exercise_reads_no_other(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts the files read: the one thing about laziness that a result cannot show."""
    seen: list[str] = []

    def counting(path: Path, *rest: object) -> object:
        seen.append(path.parent.name)
        return read(path, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(grader.course.load.yamlfile, "read", counting)
    course = load_course(root)
    course.find("masking")
    course.find("06_masking")
    assert seen == [root.name, "06_masking"]


def test_a_broken_exercise_does_not_prevent_finding_another(root: Path, masking: Path) -> None:
    write(masking / "exercise.yaml", "title: [")
    course = load_course(root)
    assert course.find("softmax").checks
    with pytest.raises(ContentError):
        course.find("masking")
    with pytest.raises(ContentError):
        _ = course.exercises


def test_the_course_around_a_folder_is_found(root: Path, masking: Path) -> None:
    assert find_course(masking / "stub.py") == root.resolve()
    assert find_course(root) == root.resolve()
    (root / "alone").mkdir()
    write(root / "alone" / "course.yaml", "")
    assert find_course(root / "alone") == root.resolve()
    (root / "other" / "exercises").mkdir(parents=True)
    assert find_course(root / "other") == root.resolve()
    assert find_course(root.parent) is None


def test_a_course_and_its_exercises_cannot_be_changed(root: Path) -> None:
    course = load_course(root)
    with pytest.raises(AttributeError):
        course.find("masking").title = "x"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        course.seed = 1  # type: ignore[misc]


def changed(old: str, new: str) -> str:
    assert old in EXERCISE
    return EXERCISE.replace(old, new)


YAML_MISTAKES = {
    "syntax": (changed("minutes: 20", "minutes: [20"), 2, "not valid YAML", "brackets"),
    "open quote": (changed("needs: [softmax]", 'needs: ["softmax]'), 5, "not valid YAML", "quotes"),
    "colon in text": (changed("title: Masking", "title: Masking: why"), 1, "put a text that contains ': ' in quotes"),
    "tab": (changed("  sums_to_one", "\tsums_to_one"), 9, "indent with spaces, not tabs"),
    "special character": (changed("Masking", "@x"), 1, "quote a text that starts with a special character"),
    "number in quotes": (
        changed("1.5", "'1.5'"),
        9,
        "'sums_to_one' must be a number, not the text '1.5'; write digits",
    ),
    "two documents": (EXERCISE + "---\ntitle: more\n", 16, "remove the line '---'"),
    "control character": (changed("S0", "S\x01"), 6, "a control character; delete it"),
    "unknown alias": (changed("minutes: 20", "minutes: *m"), 2, "undefined alias"),
    "duplicate key": (EXERCISE + "title: Again\n", 16, "the key 'title' is already on line 1; remove one"),
    "duplicate points": (changed("at_scale", "sums_to_one"), 10, "'sums_to_one' is already on line 9"),
    "unknown key": (changed("title", "tittle"), 1, "unknown key 'tittle'; did you mean 'title'?"),
    "unlike any key": (EXERCISE + "zzz: 1\n", 16, "unknown key 'zzz'; known: difficulty, forbids, hints"),
    "unknown limit": (
        EXERCISE + "limits:\n  second: 1\n",
        17,
        "unknown key 'second' in 'limits'; did you mean 'seconds'?",
    ),
    "merge key": (EXERCISE + "<<: {title: x}\n", 16, "unknown key '<<'"),
    "missing key": (changed("minutes: 20\n", ""), 1, "the key 'minutes' is missing; add 'minutes: …'"),
    "missing inner key": (EXERCISE + "forbids:\n  names: [a]\n", 17, "'points' is missing in 'forbids'; add"),
    "text for number": (changed("20", "twenty"), 2, "'minutes' must be a whole number, not the text 'twenty'; write"),
    "fraction": (changed("20", "7.5"), 2, "'minutes' must be a whole number, not the number '7.5'"),
    "bool for number": (changed("20", "yes"), 2, "'minutes' must be a whole number, not true or false 'yes'"),
    "number for text": (changed("Masking", "512"), 1, "'title' must be text, not the number '512'; put it in quotes"),
    "bool for text": (changed("Masking", "No"), 1, "'title' must be text, not true or false 'No'; put it in quotes"),
    "date for text": (changed("Masking", "2026-01-01"), 1, "not the date '2026-01-01'; put it in quotes"),
    "no such date": (changed("Masking", "2026-13-45"), 1, "not the date '2026-13-45'; put it in quotes"),
    "foreign tag": (changed("Masking", "!!python/name:os.system x"), 1, "'title' must be text, not something tagged"),
    "huge number": (changed("1.5", "9" * 400), 9, "'sums_to_one' must be a number"),
    "unreadable number": (changed("20", "9" * 5000), 2, "'minutes' must be a whole number"),
    "text for list": (changed("[softmax]", "softmax"), 5, "'needs' must be a list, not the text 'softmax'; write ["),
    "list for mapping": (EXERCISE + "limits: [1]\n", 16, "'limits' must be a mapping, not a list; write 'key: value'"),
    "mapping in list": (
        changed("Minus infinity.", "Hint: it"),
        13,
        "hint 2 is about 'Hint', which stub.py does not define; put a text that contains ': ' in quotes",
    ),
    "empty value": (changed(" Masking", ""), 1, "'title' must be text, not nothing; give it a value, or remove"),
    "key is no text": (changed("at_scale", "yes"), 10, "a key must be text, not true or false 'yes'; put it in quotes"),
    "key is a list": (changed("at_scale", "[a]"), 10, "a key must be text, not a list"),
    "empty file": ("# nothing\n", 1, "the file is empty; it needs: title, minutes, difficulty, points, hints"),
    "list file": ("- title\n", 1, "the file must be a mapping, not a list"),
    "empty title": (changed("Masking", "' '"), 1, "the title is empty; write one"),
    "minutes": (changed("20", "0"), 2, "minutes must be above 0"),
    "difficulty": (changed("difficulty: 2", "difficulty: 6"), 3, "difficulty is 6; choose 1 to 5"),
    "importance": (changed("importance: 5", "importance: 0"), 4, "importance is 0; choose 1 to 5"),
    "no points": (changed("1.5", "0"), 9, "'sums_to_one' in 'points' is 0; it must be a number above 0"),
    "negative points": (changed("1.5", "-1"), 9, "is -1; it must be a number above 0"),
    "nan points": (changed("1.5", ".nan"), 9, "is nan; it must be a number above 0"),
    "infinite points": (changed("1.5", ".inf"), 9, "is inf; it must be a number above 0"),
    "empty points": (
        EXERCISE.replace(EXERCISE[EXERCISE.index("points:") : EXERCISE.index("hints:")], "points: {}\n"),
        7,
        "give",
    ),
    "two hints": (changed("  - Minus infinity.\n", ""), 11, "2 hints; write at least 3"),
    "empty hint": (changed("Minus infinity.", '" "'), 13, "hint 2 is empty; write it or remove it"),
    "limit of zero": (
        EXERCISE + "limits:\n  seconds: 0\n",
        17,
        "'seconds' in 'limits' is 0; it must be a number above 0",
    ),
    "forbids nothing": (EXERCISE + "forbids:\n  names: []\n  points: 1\n", 17, "name what is forbidden, or remove"),
    "forbids for nothing": (
        EXERCISE + "forbids:\n  names: [a]\n  points: 0\n",
        18,
        "'points' in 'forbids' is 0; it must",
    ),
    "forbids no name": (
        EXERCISE + "forbids:\n  names:\n  - torch.nn\n  - a b\n  points: 1\n",
        19,
        "'a b' is not a Python name",
    ),
}


@pytest.mark.parametrize("mistake", YAML_MISTAKES)
def test_a_mistake_in_exercise_yaml_is_told_with_line_and_remedy(root: Path, masking: Path, mistake: str) -> None:
    text, line, *words = YAML_MISTAKES[mistake]
    path = write(masking / "exercise.yaml", str(text))
    course = load_course(root)
    with pytest.raises(ContentError) as caught:
        course.find("masking")
    told(caught.value, path, int(line), *map(str, words))
    assert only(course.validate()).problem == caught.value.problem


@pytest.mark.parametrize(
    ("idea", "line", "problem"),
    [
        ("", 1, "no idea; add 'idea: …', what the reference teaches in one sentence, for students who pass"),
        ("idea: ' '\n", 1, "no idea; add 'idea: …'"),
        (f"idea: {'x' * 111}\n", 15, "the idea has 111 characters; write one sentence of at most 110"),
    ],
)
def test_an_exercise_without_an_idea_works_but_is_told(
    root: Path, masking: Path, idea: str, line: int, problem: str
) -> None:
    path = write(masking / "exercise.yaml", changed("idea: Hide the score, and the weight is gone.\n", idea))
    assert load_course(root).find("masking").idea.strip() == idea.removeprefix("idea: ").strip(" '\n")
    told(only(load_course(root).validate()), path, line, problem)


SELF_REFERENCES = {
    "itself": ("needs: &n\n  - *n\n", 2),
    "around": ("title: &t [a]\nneeds:\n  - b\n  - *t\n", 4),
    "harmless": ("title: &t Masking\nneeds:\n  - *t\n", 3),
}


@pytest.mark.parametrize("case", SELF_REFERENCES)
def test_aliases_are_refused_at_their_line(tmp_path: Path, case: str) -> None:
    class Kind(msgspec.Struct):
        title: str | list[str] = ""
        needs: tuple[str | list[str], ...] = ()

    text, line = SELF_REFERENCES[case]
    path = write(tmp_path / "a.yaml", text)
    with pytest.raises(ContentError) as caught:
        read(path, Kind)
    told(caught.value, path, line, "aliases are not supported; write the value out")


def test_an_anchor_that_nothing_refers_to_is_harmless(root: Path, masking: Path) -> None:
    write(masking / "exercise.yaml", changed("Masking", "&t Masking"))
    assert load_course(root).find("masking").title == "Masking"


def test_of_a_union_the_member_that_fits_is_read(tmp_path: Path) -> None:
    class Kind(msgspec.Struct):
        answers: list[int | str | bool | list[float]]

    path = write(tmp_path / "a.yaml", "answers: [8, heads, true, [1, 0.5]]\n")
    assert read(path, Kind).value.answers == [8, "heads", True, [1.0, 0.5]]


def test_a_document_knows_the_line_of_what_it_says(masking: Path) -> None:
    document = read(masking / "exercise.yaml", grader.course.load.ExerciseFile)
    assert [
        document.line(*where) for where in [("points", "sums_to_one"), ("hints", 2), ("hints", 9), ("no",), ()]
    ] == [
        9,
        14,
        11,
        1,
        1,
    ]


def test_a_byte_order_mark_and_windows_line_ends_are_accepted(root: Path, masking: Path) -> None:
    (masking / "exercise.yaml").write_bytes(b"\xef\xbb\xbf" + EXERCISE.replace("\n", "\r\n").encode())
    (masking / "checks.py").write_bytes(b"\xef\xbb\xbf" + CHECKS.replace("\n", "\r\n").encode())
    exercise = load_course(root).find("masking")
    assert (exercise.title, [spec.line for spec in exercise.checks]) == ("Masking", [6, 11])


@pytest.mark.parametrize("name", ["exercise.yaml", "README.md", "stub.py", "checks.py"])
def test_a_file_that_is_not_utf8_is_told_with_its_line(root: Path, masking: Path, name: str) -> None:
    (masking / name).write_bytes(b"title: x\n# caf\xe9\n")
    told(only(load_course(root).validate()), masking / name, 2, "not UTF-8 text; save the file as UTF-8")


COURSE_MISTAKES = {
    "seed: 1\n": (1, "the key 'title' is missing"),
    "title: T\nseed: -1\n": (2, "seed must be from 0 to 4294967295"),
    "title: T\nseed: soon\n": (2, "'seed' must be a whole number"),
    "title: ''\nseed: 1\n": (1, "the title is empty; write one"),
    "title: T\nseed: 1\nlimits:\n  seconds: 1\n  memory_mb: -5\n": (5, "'memory_mb' in 'limits' is -5; it must be"),
    "title: T\nseed: 1\nlimits: {memory: 5}\n": (3, "unknown key 'memory' in 'limits'; did you mean 'memory_mb'?"),
    "title: T\nseed: 1\npackages: numpy\n": (3, "'packages' must be a list, not the text 'numpy'"),
    "title: T\nseed: 1\npackages:\n- numpy\n- 2\n": (5, "item 2 of 'packages' must be text, not the number '2'"),
    "title: T\nseed: 1\npackages: [numpy, torch>=2]\n": (
        3,
        "'torch>=2' is not the name of a package; write the name alone",
    ),
}


@pytest.mark.parametrize("text", COURSE_MISTAKES)
def test_a_mistake_in_course_yaml_is_told_with_line_and_remedy(root: Path, text: str) -> None:
    line, words = COURSE_MISTAKES[text]
    path = write(root / "course.yaml", text)
    with pytest.raises(ContentError) as caught:
        load_course(root)
    told(caught.value, path, line, words)


def test_a_folder_without_course_yaml_is_no_course(tmp_path: Path) -> None:
    with pytest.raises(ContentError) as caught:
        load_course(tmp_path)
    told(caught.value, tmp_path / "course.yaml", None, "the file is missing; a course needs one, with title and seed")


def test_a_folder_in_place_of_a_file_is_told(root: Path) -> None:
    (root / "course.yaml").unlink()
    (root / "course.yaml").mkdir()
    with pytest.raises(ContentError, match=r"cannot be read .*; make it a readable file"):
        load_course(root)


def specs_of(source: str, public: tuple[CheckSpec, ...] | None = None) -> tuple[CheckSpec, ...]:
    return read_checks(Path("checks.py"), source, public)


def test_a_check_is_read_with_all_its_arguments() -> None:
    source = (
        '@check("it " "holds", axes="query key", follows="b", raises="ValueError", returns="tensor", '
        "seconds=2, slow=True)\n"
        "def a(impl, rng, given):\n    return impl.f(given)\n\n"
        '@grader.checks.check(sentence="b holds")\ndef b(impl, rng):\n    return impl.g.h(impl.f)\n'
    )
    a, b = specs_of(source)
    assert a == CheckSpec(
        id="a",
        title="it holds",
        axes="query key",
        follows="b",
        raises="ValueError",
        returns="tensor",
        seconds=2.0,
        slow=True,
        uses=("f",),
        takes_given=True,
        line=2,
    )
    assert type(a.seconds) is float
    assert b == CheckSpec(id="b", title="b holds", uses=("g", "f"), line=6)


@pytest.mark.parametrize(
    ("parameters", "given", "device"),
    [("impl, rng", 0, 0), ("impl, rng, x", 1, 0), ("impl, rng, device", 0, 1), ("impl, rng, given, device", 1, 1)],
)
def test_a_check_may_take_given_inputs_and_a_device(parameters: str, given: bool, device: bool) -> None:
    (spec,) = specs_of(f'@check("x")\ndef a({parameters}): return impl.f()\n')
    assert (spec.takes_given, spec.takes_device) == (given, device)


def test_what_a_check_uses_is_seen_through_helpers() -> None:
    source = """\
def run(module, n, other=None):
    return module.first(n), deeper(x=module), other.third()

def deeper(x):
    return x.second, run(x, 1)

def unrelated(impl):
    return impl.never

@check("x")
def a(impl, rng):
    together = [run(impl, 1, other=impl) for _ in range(2)]
    return together, (lambda: impl.fourth)(), rng.normal(), run(rng, impl.fifth)
"""
    (spec,) = specs_of(source)
    assert spec.uses == ("first", "second", "third", "fourth", "fifth")


A = '@check("a holds")\ndef a(impl, rng):\n    return impl.f()\n'
CHECK_MISTAKES = {
    "no literal": ("S = 'x'\n@check(S)\ndef a(impl, rng): ...\n", 2, "sentence must be a literal"),
    "f-string": ('@check("x",\n  axes=f"{1}")\ndef a(impl, rng): ...\n', 2, "check 'a': axes must be a literal"),
    "starred": ("@check(*S)\ndef a(impl, rng): ...\n", 1, "must be a literal"),
    "double star": ('@check("x", **S)\ndef a(impl, rng): ...\n', 1, "@check has no argument '**'"),
    "unknown argument": (
        '@check("x", axis="q")\ndef a(impl, rng): ...\n',
        1,
        "no argument 'axis'; did you mean 'axes'?",
    ),
    "two sentences": ('@check("x", "y")\ndef a(impl, rng): ...\n', 1, "takes one positional argument"),
    "number as axes": ('@check("x", axes=3)\ndef a(impl, rng): ...\n', 1, "axes must be text in quotes"),
    "seconds": ('@check("x", seconds=0)\ndef a(impl, rng): ...\n', 1, "seconds must be a number above 0"),
    "endless seconds": ('@check("x", seconds=1e999)\ndef a(impl, rng): ...\n', 1, "seconds must be a number above 0"),
    "true seconds": ('@check("x", seconds=True)\ndef a(impl, rng): ...\n', 1, "seconds must be a number above 0"),
    "text as seconds": ('@check("x", seconds="2")\ndef a(impl, rng): ...\n', 1, "seconds must be a number above 0"),
    "slow": ('@check("x", slow=1)\ndef a(impl, rng): ...\n', 1, "slow must be True or False"),
    "returns": ('@check("x", returns="tensr")\ndef a(impl, rng): ...\n', 1, "'tensr'; did you mean 'tensor'?"),
    "raises": ('@check("x", raises="A or B")\ndef a(impl, rng): ...\n', 1, "raises must name one exception"),
    "duplicate": (A + "\n" + A, 6, "check 'a' is already on line 2; rename one of them"),
    "no checks": ("def a(impl, rng): ...\n", 1, "no checks; mark a function with @check("),
    "empty file": ("", 1, "no checks"),
    "one parameter": ('@check("x")\ndef a(impl): ...\n', 2, "wrong parameters; write (impl, rng)"),
    "other names": ('@check("x")\ndef a(rng, impl): ...\n', 2, "wrong parameters; write (impl, rng)"),
    "four parameters": ('@check("x")\ndef a(impl, rng, b, c): ...\n', 2, "wrong parameters"),
    "device first": ('@check("x")\ndef a(impl, rng, device, c): ...\n', 2, "'device' as the last"),
    "default": ('@check("x")\ndef a(impl, rng, c=1): ...\n', 2, "wrong parameters"),
    "keyword only": ('@check("x")\ndef a(impl, rng, *, c): ...\n', 2, "wrong parameters"),
    "positional only": ('@check("x")\ndef a(c, /, impl, rng): ...\n', 2, "wrong parameters"),
    "two stars": ('@check("x")\ndef a(impl, rng, **c): ...\n', 2, "wrong parameters"),
    "other decorator": ("@fixture('x')\ndef a(impl, rng): ...\n", 1, "no checks"),
    "star": ('@check("x")\ndef a(impl, rng, *c): ...\n', 2, "wrong parameters"),
    "bare": ("@check\ndef a(impl, rng): ...\n", 1, "check 'a' has no sentence; write @check("),
    "no sentence": ('\n@check(axes="q")\ndef a(impl, rng): ...\n', 2, "check 'a' has no sentence"),
    "blank sentence": ('@check("  ")\ndef a(impl, rng): ...\n', 1, "check 'a' has no sentence"),
    "follows nothing": ('@check("x", follows="b")\ndef a(impl, rng): ...\n' + A.replace("a(", "bb("), 2, "'bb'?"),
    "follows itself": ('@check("x", follows="a")\ndef a(impl, rng): ...\n', 2, "check 'a' follows itself; remove"),
    "circle": (
        A + '@check("x", follows="c")\ndef b(impl, rng): ...\n@check("x", follows="b")\ndef c(impl, rng): ...\n',
        5,
        "check 'b' follows itself",
    ),
    "async": ('@check("x")\nasync def a(impl, rng): ...\n', 2, "a check cannot be async; write 'def'"),
    "nested": ('class K:\n  @check("x")\n  def a(impl, rng): ...\n', 3, "check 'a' is nested; move"),
    "syntax": ("\ndef a(:\n", 2, "not valid Python", "correct this line"),
    "null byte": ("x = 1\ny = '\0'\n", 2, "not valid Python (null byte)"),
    "too deep": ("x = " + "-" * 100_000 + "1\n", 1, "not valid Python"),
}


@pytest.mark.parametrize("mistake", CHECK_MISTAKES)
def test_a_mistake_in_a_checks_file_is_told_with_line_and_remedy(mistake: str) -> None:
    source, line, *words = CHECK_MISTAKES[mistake]
    with pytest.raises(ContentError) as caught:
        specs_of(str(source))
    told(caught.value, Path("checks.py"), int(line), *map(str, words))


def test_a_hidden_check_may_follow_a_public_one_but_not_take_its_name() -> None:
    public = specs_of(A)
    (spec,) = specs_of('@check("b", follows="a")\ndef b(impl, rng): ...\n', public)
    assert (spec.hidden, spec.follows) == (True, "a")
    with pytest.raises(ContentError) as caught:
        specs_of("\n" + A, public)
    told(caught.value, Path("checks.py"), 3, "check 'a' is already in checks.py on line 2; rename")


def test_a_checks_file_is_never_executed(tmp_path: Path) -> None:
    trap = tmp_path / "ran"
    source = f"open({str(trap)!r}, 'w')\n" + A
    specs_of(source)
    without_other_checks(source, "a")
    function_digests(source)
    assert not trap.exists()


def test_other_checks_are_blanked_and_lines_stay() -> None:
    source = (
        "K = 1\f\n\n"
        "@other\n@check(\n  'x'\n)\ndef gone(impl, rng):\n    '''a\n\n    b'''\n    return 1\n\n"
        "def helper(impl): return impl.f\r\n" + A + "@check('y')\nasync def last(impl, rng): secret"
    )
    left = without_other_checks(source, "a")
    before, after = ast.parse(source), ast.parse(left)
    assert [getattr(node, "name", "K") for node in after.body] == ["K", "helper", "a"]
    kept = [node for node in before.body if getattr(node, "name", "K") in ("K", "helper", "a")]
    assert [ast.dump(a, include_attributes=True) for a in after.body] == [
        ast.dump(b, include_attributes=True) for b in kept
    ]
    assert "secret" not in left
    assert left.count("\n") == source.count("\n")


def test_equal_bodies_have_equal_digests_whatever_their_docstring_and_layout() -> None:
    one = function_digests('def f(x):\n    """Doc."""\n    raise NotImplementedError\n')
    two = function_digests("def f(x, y=1):\n\n    raise   NotImplementedError  # todo\n")
    assert one == two
    assert list(one) == ["f"]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("pass", "..."),
        ("return 1", "return 1.0"),
        ("return 1", "return True"),
        ("return x", "return 'x'"),
        ("return [a, [b]]", "return [a, b]"),
        ("f(a, b)", "f(a)\n    b"),
        ("if a: b; c", "if a: b\n    c"),
        ("return None", "return"),
        ("x = 'a'; 'b'", "x = 'a'; 'c'"),
        ("return -1", "return 1"),
    ],
)
def test_different_bodies_have_different_digests(one: str, two: str) -> None:
    assert function_digests(f"def f():\n    {one}\n") != function_digests(f"def f():\n    {two}\n")


def test_methods_nested_classes_and_conditional_functions_have_digests() -> None:
    source = """\
class A:
    def m(self): return 1
    class B:
        async def n(self): return 1
try:
    def t(): return 1
except ImportError:
    def u(): return 1
else:
    if x:
        def v():
            def inner(): return 2
            return 1
def t(): return 3
"""
    digests = function_digests(source)
    assert list(digests) == ["A.m", "A.B.n", "t", "u", "v"]
    assert digests["A.m"] == digests["A.B.n"] == digests["u"] != digests["t"]
    assert digests["t"] == function_digests("def z(): return 3")["z"]


UNREADABLE = [
    "def f(:",
    "x = 'a\0b'",
    "\0",
    "def f():\n  return " + "-" * 100_000 + "1",
    "(" * 500,
    "\ud800",
    "f" + "(x)" * 50_000,
]


@pytest.mark.parametrize("source", UNREADABLE, ids=range(len(UNREADABLE)))
def test_a_source_that_does_not_parse_has_no_digests(source: str) -> None:
    assert function_digests(source) == {}


def test_what_python_can_parse_gets_a_digest_however_deep_or_long() -> None:
    deep = "def f():\n    return " + "+".join(["x"] * 900) + "\n"
    chain = "if a: pass\n" + "elif a: pass\n" * 300 + "else:\n    def f(): return 0x" + "f" * 20_000 + "\n"
    assert list(function_digests(deep)) == list(function_digests(chain)) == ["f"]


def test_a_strange_escape_in_a_source_warns_nobody(recwarn: pytest.WarningsRecorder) -> None:
    assert list(function_digests("def f(): return '\\d'\n")) == ["f"]
    assert not recwarn.list


def test_a_course_without_fault_has_no_errors(root: Path) -> None:
    assert load_course(root).validate() == []


def test_a_course_without_exercises_is_told(tmp_path: Path) -> None:
    write(tmp_path / "course.yaml", "title: T\nseed: 1\n")
    told(only(load_course(tmp_path).validate()), tmp_path / "exercises", None, "no exercises; add a folder like")


@pytest.mark.parametrize("name", ["README.md", "stub.py", "checks.py", "exercise.yaml"])
def test_a_missing_file_is_told(root: Path, masking: Path, name: str) -> None:
    (masking / name).unlink()
    told(only(load_course(root).validate()), masking / name, None, "the file is missing; ")


def test_a_solution_folder_without_solution_is_told(root: Path, masking: Path) -> None:
    path = mirror_of(masking) / "solution.py"
    path.unlink()
    told(only(load_course(root).validate()), path, None, "the file is missing; ")


@pytest.mark.parametrize("name", ["stub.py", "provided.py", "judges.py"])
def test_python_that_does_not_parse_is_told(root: Path, masking: Path, name: str) -> None:
    path = write(masking / name, "x = 1\ndef f(:\n")
    told(only(load_course(root).validate()), path, 2, "not valid Python", "correct this line")


@pytest.mark.parametrize(
    "name", ["solution.py", "hidden_checks.py", "hidden_judges.py", "accepted/a.py", "misconceptions/a.py"]
)
def test_solution_files_that_do_not_parse_are_told(root: Path, masking: Path, name: str) -> None:
    path = write(mirror_of(masking) / name, "x = 1\ndef f(:\n")
    told(only(load_course(root).validate()), path, 2, "not valid Python", "correct this line")


def test_an_empty_statement_is_told(root: Path, masking: Path) -> None:
    path = write(masking / "README.md", " \n")
    told(only(load_course(root).validate()), path, 1, "the statement is empty; write it")


def test_a_check_without_points_is_told_at_the_check(root: Path, masking: Path) -> None:
    write(masking / "exercise.yaml", changed("  sums_to_one: 1.5\n", ""))
    course = load_course(root)
    told(only(course.validate()), masking / "checks.py", 11, "has no points; add 'sums_to_one: 1' to")
    with pytest.raises(ContentError):
        _ = course.find("masking").checks


def test_a_hidden_check_without_points_is_told_at_the_check(root: Path, masking: Path) -> None:
    write(masking / "exercise.yaml", changed("  at_scale: 2\n", ""))
    told(only(load_course(root).validate()), mirror_of(masking) / "hidden_checks.py", 5, "add 'at_scale: 1' to")


def test_points_for_no_check_are_told_at_their_line(root: Path, masking: Path) -> None:
    write(masking / "exercise.yaml", changed("  at_scale: 2\n", "  at_scale: 2\n  at_scal: 1\n  ghost: 1\n"))
    first, second = load_course(root).validate()
    told(first, masking / "exercise.yaml", 11, "points for 'at_scal', which is not a check; did you mean 'at_scale'?")
    told(
        second,
        masking / "exercise.yaml",
        12,
        "points for 'ghost', which is not a check; known: at_scale, hides_the_future",
    )


@pytest.mark.parametrize(
    ("source", "line", "words"),
    [
        ("x = 1\n", 1, "no docstring; start with the diagnosis that the student reads"),
        ("", 1, "no docstring"),
        (
            "# why\n'''Wrong.'''\n",
            2,
            "the docstring has no advice; after the diagnosis and a blank line, write what to do",
        ),
    ],
)
def test_a_misconception_must_say_diagnosis_and_advice(
    root: Path, masking: Path, source: str, line: int, words: str
) -> None:
    path = write(mirror_of(masking) / "misconceptions" / "m.py", source)
    course = load_course(root)
    told(only(course.validate()), path, line, words)
    with pytest.raises(ContentError):
        _ = course.find("masking").misconceptions


@pytest.mark.parametrize(
    ("need", "words"), [("softmx", "did you mean 'softmax'?"), ("masking", "not another exercise")]
)
def test_needs_must_name_other_exercises(root: Path, masking: Path, need: str, words: str) -> None:
    write(masking / "exercise.yaml", changed("[softmax]", f"\n  - softmax\n  - {need}"))
    told(only(load_course(root).validate()), masking / "exercise.yaml", 7, f"needs '{need}'", words)


def test_a_slug_used_twice_is_told_but_the_full_name_still_finds_it(root: Path) -> None:
    again = add_exercise(root, "3_blocks/01_masking")
    course = load_course(root)
    told(only(course.validate()), again, None, "2_attention/06_masking also has the slug 'masking'; rename one")
    for ask in (lambda: course.find("masking"), lambda: course.exercises):
        with pytest.raises(ContentError):
            ask()
    assert course.find("3_blocks/01_masking").number == 1
    assert course.find("softmax").number == 2


def test_numbers_used_twice_are_told(root: Path) -> None:
    same = add_exercise(root, "2_attention/06_other")
    part = add_exercise(root, "1_zoo/01_cat").parent
    first, second = load_course(root).validate()
    told(first, part, None, "1_basics also has the number 1; renumber one")
    told(second, same, None, "06_masking also has the number 6; renumber one")


@pytest.mark.parametrize(
    "name", ["2_attention/masking", "2_attention/6-masking", "2_attention/07_Masking", "2_attention/08_é"]
)
def test_a_badly_named_exercise_folder_is_told(root: Path, name: str) -> None:
    folder = add_exercise(root, name, solution=False)
    told(
        only(load_course(root).validate()),
        folder,
        None,
        "a number and a name in small letters; rename it like 06_masking",
    )


def test_a_badly_named_part_is_told(root: Path) -> None:
    folder = add_exercise(root, "attention/01_a", solution=False).parent
    told(only(load_course(root).validate()), folder, None, "rename it like 2_attention")


def test_stray_files_are_told_but_not_caches_and_dotfiles(root: Path, masking: Path) -> None:
    solution = mirror_of(masking)
    strays = [
        write(masking / "notes.txt", ""),
        write(masking / "sub" / "x.py", "").parent,
        write(masking / "judges.py" / "x", "").parent,
        write(solution / "accepted" / "data.csv", ""),
        write(solution / "accepted" / "folder.py" / "x", "").parent,
        write(solution / "old.py", ""),
    ]
    for known in ("equivalent.yaml", "__pycache__/x.pyc", ".hidden", "accepted/__pycache__/y.pyc"):
        write(solution / known, "")
    write(masking / "outcomes.bin", "")
    errors = load_course(root).validate()
    assert {error.path for error in errors} == set(strays)
    assert all("does not belong here; delete" in error.problem for error in errors)


def test_a_solution_of_no_exercise_is_told(root: Path) -> None:
    folder = write(root / "solutions" / "2_attention" / "07_gone" / "solution.py", "").parent
    told(only(load_course(root).validate()), folder, None, "no exercise has this name; rename the folder")


def test_left_over_caches_make_no_exercise(root: Path) -> None:
    write(root / "exercises" / "2_attention" / "09_old" / "__pycache__" / "x.pyc", "")
    course = load_course(root)
    assert course.slugs == ("softmax", "masking")
    assert course.validate() == []


def test_all_errors_of_a_course_are_told_at_once(root: Path, masking: Path) -> None:
    write(masking / "exercise.yaml", "")
    softmax = root / "exercises" / "1_basics" / "02_softmax"
    (softmax / "stub.py").unlink()
    write(softmax / "README.md", "")
    assert {error.path.name for error in load_course(root).validate()} == {"exercise.yaml", "stub.py", "README.md"}


def test_reading_a_course_imports_nothing_heavy_and_finding_is_quick(root: Path) -> None:
    code = (
        "import sys, pathlib\nfrom grader.course import load_course\n"
        "assert 'yaml' not in sys.modules\n"
        f"load_course(pathlib.Path({str(root)!r})).find('masking').checks\n"
        "print(sorted({'numpy', 'torch', 'click', 'difflib', 'dataclasses'} & set(sys.modules)))\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
    assert (done.returncode, done.stdout) == (0, "[]\n"), done.stderr


def test_pure_python_yaml_gives_the_same(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where libyaml is not built in, yaml has no CSafeLoader."""
    import yaml

    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    assert load_course(root).validate() == []


def test_yaml_that_exhausts_the_pure_python_parser_is_told(
    root: Path, masking: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import yaml

    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    path = write(masking / "exercise.yaml", "title: " + "[" * 2000)
    told(only(load_course(root).validate()), path, 1, "nested too deep; use fewer brackets")
