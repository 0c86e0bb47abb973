"""coverage/: every idea of the sources leads to an exercise or a check that exists."""

from __future__ import annotations

from grader.course import load_course
from grader.course.coverage import open_ideas
from tests.conftest import ROOT, GraderCommand, MiniCourse

GOOD = """
ideas:
  - idea: Twice a number
    taught: [double, double/doubles]
  - idea: Half a number
    taught: []
"""


def problems(mini: MiniCourse, text: str) -> list[str]:
    mini.write("coverage/S0.yaml", text)
    return [str(problem).partition("coverage/S0.yaml:")[2] for problem in load_course(mini.path).validate()]


def test_places_that_exist_are_fine_and_open_ideas_are_counted(mini: MiniCourse) -> None:
    check = load_course(mini.path).find("double").checks[0].id
    assert problems(mini, GOOD.replace("double/doubles", f"double/{check}")) == []
    mini.write("coverage/S1.yaml", "ideas:\n  - {idea: A third of a number, taught: []}\n")
    assert open_ideas(load_course(mini.path)) == 2


def test_a_place_that_does_not_exist_is_told_with_its_line(mini: MiniCourse) -> None:
    (told,) = problems(mini, GOOD.replace("[double, double/doubles]", "[double, dubble]"))
    assert told == "3: 'dubble' is not an exercise, check, quiz or question; did you mean 'double'?"
    (told,) = problems(mini, GOOD.replace("double/doubles", "double/twiced"))
    assert told.startswith("3: 'double/twiced' is not an exercise, check, quiz or question; ")
    assert "double/" in told.partition(";")[2]


def test_an_exercise_that_no_idea_leads_to_is_told(mini: MiniCourse) -> None:
    (told,) = problems(mini, GOOD.replace("[double, double/doubles]", "[]"))
    assert told == "1: double names the source S0, but no idea of S0 leads to it; add one"


def test_a_source_of_an_exercise_without_a_file_is_told(mini: MiniCourse) -> None:
    mini.write("coverage/S1.yaml", GOOD.replace("double/doubles", "double"))
    (told,) = map(str, load_course(mini.path).validate())
    assert told.endswith("coverage/S0.yaml: double names the source S0; create this file, with its ideas")


def test_a_file_of_another_form_is_told(mini: MiniCourse) -> None:
    (told,) = problems(mini, "ideas:\n  - idee: Twice\n    taught: []\n")
    assert told.startswith("2: ")


def test_author_check_refuses_a_course_whose_coverage_is_wrong(grader: GraderCommand, mini: MiniCourse) -> None:
    mini.write("coverage/S0.yaml", GOOD.replace("double/doubles", "gone"))
    done = grader("author", "check", "--course", mini.path)
    assert done.code == 2
    assert "coverage/S0.yaml:3: 'gone' is not an exercise" in done.err


def test_author_check_tells_how_many_ideas_are_open(grader: GraderCommand, mini: MiniCourse) -> None:
    mini.write("coverage/S0.yaml", GOOD.replace("double/doubles", "double"))
    said = "coverage: ideas of the sources not taught yet: 1."
    assert said in grader("author", "check", "--course", mini.path).out
    assert said not in grader("author", "check", "double", "--course", mini.path).out


def test_the_course_says_where_each_idea_of_its_sources_is_taught() -> None:
    course = load_course(ROOT)
    assert {path.stem for path in (ROOT / "coverage").iterdir()} == set(course.sources)
    assert course.validate() == []
    assert {source for exercise in course.exercises for source in exercise.sources} == {"S0", "S1", "S2", "S3", "S4"}


def test_a_statement_says_what_its_sources_are(mini: MiniCourse) -> None:
    mini.write("course.yaml", "title: A small course\nseed: 7\nsources: {S0: A lecture on doubling}\n")
    (problem,) = load_course(mini.path).validate()
    line = "- S0: A lecture on doubling"
    assert problem.path.name == "README.md"
    assert problem.problem == f"the statement does not say what S0 is; add the line '{line}' at its end"
    statement = problem.path.read_text()
    problem.path.write_text(f"{statement}\n{line}\n")
    assert load_course(mini.path).validate() == []


def test_a_source_that_the_course_does_not_name_is_told(mini: MiniCourse) -> None:
    mini.write("course.yaml", "title: A small course\nseed: 7\nsources: {S1: A lecture on doubling}\n")
    (problem,) = load_course(mini.path).validate()
    assert str(problem).endswith("exercise.yaml:7: the source 'S0' is not in course.yaml; known: S1")
