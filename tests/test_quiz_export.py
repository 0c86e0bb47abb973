"""Exports say what the quiz says, in files that readers we did not write understand; what is lost is told."""

from __future__ import annotations

import io
import json
import re
import string
import zipfile
from collections.abc import Callable
from itertools import chain, combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from grader.author.release import sealed_text
from grader.course import Course
from grader.course.quiz_load import load_quiz
from grader.course.quiz_model import (
    EXAMS,
    IGNORED,
    SCHEMES,
    Choice,
    FeedbackTime,
    Matching,
    Numeric,
    Option,
    Purpose,
    Question,
    QuestionKind,
    Quiz,
    QuizItem,
    Scheme,
    Task,
    Text,
)
from grader.errors import UsageError
from grader.quiz.export import ExportedQuiz, QuizFormat, export
from grader.quiz.export.common import for_canvas, for_moodle
from grader.quiz.paper import draw_question
from grader.quiz.scoring import score
from grader.render.latex import Notation, readable
from tests.conftest import GraderCommand, MiniCourse
from tests.outside import GiftReader, gift_reader, qti_dtd
from tests.quiz_readers import Read, categories, read_canvas, read_gift, read_moodle_xml, words
from tests.quiz_samples import FULL, full, of_questions, write

__all__ = ["gift_reader", "qti_dtd"]


def letters(latex: str) -> str:
    return readable(latex, Notation())


def exported(quiz: Quiz, form: str, variants: int = 1) -> ExportedQuiz:
    return export(quiz, QuizFormat(form), letters, variants)


def gift(quiz: Quiz) -> str:
    return exported(quiz, "gift").data.decode()


def one(folder: Path, question: str, head: str = "") -> Quiz:
    return load_quiz(of_questions(folder, question, head))


def quiz_of(*questions: Question) -> Quiz:
    return Quiz(
        id="some",
        number=1,
        path=Path("01_some.yaml"),
        title="Some",
        description="",
        purpose=Purpose.PRACTICE,
        attempts=None,
        minutes=None,
        feedback=FeedbackTime.AT_ONCE,
        shuffle_questions=False,
        pools={},
        sealed=False,
        questions=questions,
    )


def question(kind: QuestionKind, task: Task, prompt: str = "What?", **more: Any) -> Question:
    default: dict[str, Any] = {"scheme": SCHEMES[kind][0], "negative": 0.0, "explanation": "", **more}
    empty: dict[str, Any] = {"sources": (), "practise": (), "misconceptions": (), "tags": (), "parameters": {}}
    known: dict[str, Any] = {"points": 1.0, "difficulty": 2, "pool": "", "dropped": False, "line": 1}
    return Question(id="q", kind=kind, prompt=prompt, task=task, **empty, **known, **default)


# Files that others understand


def test_every_quiz_of_the_course_is_valid_qti(course: Course, qti_dtd: Any) -> None:
    from lxml import etree

    assert len(course.quizzes) >= 8
    for quiz in course.quizzes:
        with zipfile.ZipFile(io.BytesIO(exported(quiz, "qti12", variants=2).data)) as archive:
            tree = etree.fromstring(archive.read(f"{quiz.id}/{quiz.id}.xml"))
        assert qti_dtd.validate(tree), qti_dtd.error_log


def test_every_quiz_of_the_course_is_gift_that_another_program_reads(course: Course, gift_reader: GiftReader) -> None:
    for quiz in course.quizzes:
        text = gift(quiz)
        found = gift_reader.read(text)
        assert [read["title"] for read in found] == [read.name for read in read_gift(text)]
        assert len(found) == len(quiz.questions)


@pytest.mark.parametrize("form", list(QuizFormat))
def test_every_quiz_of_the_course_is_read_back_whole(course: Course, form: QuizFormat) -> None:
    for quiz in course.quizzes:
        found = READERS[form](export(quiz, form, letters).data)
        assert [read.name for read in found] == [one.id for one in quiz.questions]
        for read, asked in zip(found, quiz.questions, strict=True):
            assert words(read.prompt)
            assert read.answers or read.pairs, asked.id
            assert bool(read.feedback) == bool(asked.explanation)


def test_a_quiz_with_everything_in_it_is_understood_by_others(
    tmp_path: Path, gift_reader: GiftReader, qti_dtd: Any
) -> None:
    from lxml import etree

    quiz = full(tmp_path)
    kinds = {read["title"]: read["type"] for read in gift_reader.read(exported(quiz, "gift", variants=3).data.decode())}
    assert kinds["why"] == kinds["which"] == kinds["width-3"] == "MC"
    assert kinds["memory"] == "Numerical"
    assert kinds["name"] == "Short"
    assert kinds["who"] == kinds["steps"] == "Matching"
    with zipfile.ZipFile(io.BytesIO(exported(quiz, "qti12", variants=3).data)) as archive:
        assert qti_dtd.validate(etree.fromstring(archive.read("doubling/doubling.xml"))), qti_dtd.error_log


READERS: dict[QuizFormat, Callable[[bytes], list[Read]]] = {
    QuizFormat.GIFT: lambda data: read_gift(data.decode()),
    QuizFormat.MOODLE_XML: read_moodle_xml,
    QuizFormat.QTI12: lambda data: read_canvas(data)[1],
}


# Any text


ODD = "\\#=~{}:%[]<>&\"'$*_`|^-/!().,;+ \n\tn09aé√→\u2028𝒳\x00\x0b\x1f"
WHOLE = [
    "->",
    "//",
    "::",
    "####",
    "%50%",
    "[html]",
    "[plain]",
    "]]>",
    "&amp;",
    "&&058;",
    "&&010",
    "\\n",
    "\\(x\\)",
    "$$",
]
SPECIAL = st.lists(st.sampled_from(WHOLE) | st.text(ODD, min_size=1, max_size=6), min_size=1, max_size=6).map("".join)


def shown(text: str) -> str:
    """What is left of a text for a reader."""
    return " ".join(re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f]", "", text).split())


def literally(text: str) -> str:
    """Markdown that shows the text as it is."""
    return re.sub(f"[{re.escape(string.punctuation)}]", r"\\\g<0>", shown(text))


texts = SPECIAL.filter(lambda text: bool(shown(text)))
some_texts = st.lists(texts, min_size=4, max_size=6, unique_by=shown)
any_text = settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])


def choice_of(words_of: list[str]) -> Question:
    """The first text is the prompt, the second right, the others are wrong; all are feedback, too."""
    options = tuple(
        Option(str(at), literally(text), at == 1, literally(text)) for at, text in enumerate(words_of) if at
    )
    prompt = literally(words_of[0])
    return question(QuestionKind.SINGLE, Choice(options), prompt, explanation=prompt)


def matching_of(words_of: list[str]) -> Question:
    half = len(words_of) // 2
    lefts = tuple(QuizItem(f"l{at}", literally(text)) for at, text in enumerate(words_of[:half]))
    rights = tuple(QuizItem(f"r{at}", literally(text)) for at, text in enumerate(words_of[half:]))
    right = {left.id: item.id for left, item in zip(lefts, rights, strict=False)}
    return question(QuestionKind.MATCHING, Matching(lefts, rights, right), literally(words_of[0]))


@any_text
@given(some_texts)
@example(["//", "%50%", "[html]", "->"])
@example(["a\n\nb", "T", "####", "{}"])
def test_any_text_comes_back_from_every_format(words_of: list[str]) -> None:
    quiz = quiz_of(choice_of(words_of))
    for form, read_back in READERS.items():
        (read,) = read_back(export(quiz, form, letters).data)
        assert words(read.prompt) == words(read.feedback) == shown(words_of[0]), form
        found = {words(text): (percent, words(feedback)) for text, percent, feedback in read.answers}
        assert found == {shown(text): (100.0 * (text == words_of[1]), shown(text)) for text in words_of[1:]}, form


@any_text
@given(some_texts)
def test_any_text_comes_back_from_matching(words_of: list[str]) -> None:
    asked = matching_of(words_of)
    half = len(words_of) // 2
    expected = {shown(left): shown(right) for left, right in zip(words_of, words_of[half:], strict=False)}
    expected = dict(list(expected.items())[:half])
    for form, read_back in READERS.items():
        (read,) = read_back(export(quiz_of(asked), form, letters).data)
        rights = {
            words(left): right if form is QuizFormat.QTI12 else words(right) for left, right in read.pairs if left
        }
        assert rights == expected, form


@any_text
@given(some_texts)
def test_any_short_answer_comes_back_or_is_told(words_of: list[str]) -> None:
    accept = tuple(dict.fromkeys(re.sub("[\x00-\x1f\u2028]", " ", text).strip() for text in words_of if shown(text)))
    quiz = quiz_of(question(QuestionKind.TEXT, Text(accept, IGNORED)))
    for form, read_back in READERS.items():
        made = export(quiz, form, letters)
        found = [text.removeprefix("varequal ") for read in read_back(made.data) for text, *_ in read.answers]
        wanted = [answer if form is QuizFormat.QTI12 else answer.replace("*", "\\*") for answer in accept]
        if len(found) == len(wanted):
            assert found == wanted, form
        else:
            assert form is QuizFormat.GIFT
            assert set(found) < set(wanted)
            assert any("not exported" in warning for warning in made.warnings)


@any_text
@given(words_of=st.lists(texts, min_size=4, max_size=5, unique_by=shown))
@example(words_of=["a", "b", "c\n\n- d", "$$"])
def test_any_markdown_is_understood_by_others(words_of: list[str], gift_reader: GiftReader, qti_dtd: Any) -> None:
    """Not made harmless: whatever Markdown makes of it, the files hold together."""
    from lxml import etree

    options = tuple(Option(str(at), text, at == 1, text) for at, text in enumerate(words_of) if at)
    quiz = quiz_of(question(QuestionKind.SINGLE, Choice(options), words_of[0], explanation=words_of[0]))
    (read,) = gift_reader.read(gift(quiz))
    assert len(read["choices"]) == len(options)
    assert [one["isCorrect"] for one in read["choices"]].count(True) == 1
    assert len(read_moodle_xml(exported(quiz, "moodle-xml").data)[0].answers) == len(options)
    with zipfile.ZipFile(io.BytesIO(exported(quiz, "qti12").data)) as archive:
        assert qti_dtd.validate(etree.fromstring(archive.read("some/some.xml"))), qti_dtd.error_log


@any_text
@given(words_of=some_texts)
def test_another_program_reads_the_same_out_of_gift(words_of: list[str], gift_reader: GiftReader) -> None:
    (read,) = gift_reader.read(gift(quiz_of(choice_of(words_of))))
    assert words(read["stem"]["text"]) == words(read["globalFeedback"]["text"]) == shown(words_of[0])
    found = {words(one["text"]["text"]): one["isCorrect"] for one in read["choices"]}
    assert found == {shown(text): text == words_of[1] for text in words_of[1:]}


# What each format takes for itself


def test_a_colon_has_a_backslash_everywhere_in_gift() -> None:
    text = gift(quiz_of(choice_of(["Ratio 1:2?", "1:2", "2:1", "3:1"])))
    assert "\\:2" in text
    body = text.partition("::[html]")[2]
    assert not re.search(r"(?<!\\):", body)


def test_a_decimal_has_a_point_and_no_exponent(tmp_path: Path) -> None:
    """A comma would make Moodle take any reply; another reader knows no exponents."""
    quiz = one(tmp_path, "- {id: q, type: numeric, prompt: 'What?', answer: 1.5, tolerance: 0.00001, explanation: E.}")
    assert "=%100%1.5:0.00001" in gift(quiz)
    quiz = one(tmp_path, "- {id: q, type: numeric, prompt: 'What?', answer: 2e20, relative: 0.5, explanation: E.}")
    assert "=%100%200000000000000000000:100000000000000000000" in gift(quiz)


def test_an_answer_that_gift_would_take_for_a_matching_is_left_out_and_told(tmp_path: Path) -> None:
    text = "- {id: q, type: text, prompt: 'What?', accept: [a->b, an arrow], explanation: E.}"
    made = exported(one(tmp_path, text), "gift")
    assert [read.kind for read in read_gift(made.data.decode())] == ["shortanswer"]
    assert "question 'q': GIFT reads 'a->b' as a matching; that answer is not exported" in made.warnings
    made = exported(one(tmp_path, text.replace(", an arrow", "")), "gift")
    assert read_gift(made.data.decode()) == []
    assert "question 'q': GIFT reads 'a->b' as a matching; the question is not exported" in made.warnings
    assert read_moodle_xml(exported(one(tmp_path, text), "moodle-xml").data)[0].answers[0][0] == "a->b"


def test_an_option_that_begins_like_a_weight_is_none() -> None:
    (read,) = read_gift(gift(quiz_of(choice_of(["How many?", "%50%", "%100% of them", "%-5%x"]))))
    assert {words(text): percent for text, percent, _ in read.answers} == {"%50%": 100, "%100% of them": 0, "%-5%x": 0}


def test_a_line_that_begins_like_a_comment_stays(tmp_path: Path) -> None:
    quiz = one(
        tmp_path,
        """
        - id: q
          type: text
          prompt: |
            What does this do?
            ```
            // a comment

            // after a blank line
            ```
          accept: [nothing]
          explanation: E.
        """,
    )
    (read,) = read_gift(gift(quiz))
    assert words(read.prompt) == "What does this do? // a comment // after a blank line"
    assert "// a comment\n\n// after" in read.prompt


@pytest.mark.parametrize(
    ("right", "weight"), [(1, "100"), (2, "50"), (3, "33.33333"), (7, "14.28571"), (9, "11.11111")]
)
def test_weights_are_on_moodles_list_to_five_digits(right: int, weight: str) -> None:
    options = tuple(Option(str(at), f"option {at}", at < right) for at in range(right + 1))
    quiz = quiz_of(question(QuestionKind.MULTIPLE, Choice(options)))
    assert gift(quiz).count(f"~%{weight}%") == right
    assert f"~%-{weight}%" in gift(quiz)
    assert exported(quiz, "moodle-xml").data.count(f'fraction="{weight}"'.encode()) == right
    assert exported(quiz, "gift").warnings == exported(quiz, "moodle-xml").warnings == ()


def test_a_weight_that_moodle_does_not_know_is_told() -> None:
    options = tuple(Option(str(at), f"option {at}", at < 11) for at in range(12))
    made = exported(quiz_of(question(QuestionKind.MULTIPLE, Choice(options))), "gift")
    assert "question 'q': Moodle has no weight of 9.09%; the nearest, 10.00%, is used" in made.warnings


def test_a_star_in_a_short_answer_stands_for_itself(tmp_path: Path) -> None:
    quiz = one(tmp_path, "- {id: q, type: text, prompt: 'What?', accept: ['a * b'], explanation: E.}")
    assert read_moodle_xml(exported(quiz, "moodle-xml").data)[0].answers[0][0] == "a \\* b"
    assert read_canvas(exported(quiz, "qti12").data)[1][0].answers[0][0] == "varequal a * b"


def test_moodle_xml_says_whether_options_are_shuffled(tmp_path: Path) -> None:
    quiz = full(tmp_path)
    found = {read.name: read.extra.get("shuffleanswers") for read in read_moodle_xml(exported(quiz, "moodle-xml").data)}
    assert found["which"] == "true"
    assert found["why"] == "false"  # it has a pinned option, and Moodle has none


def test_tolerances_are_absolute_and_units_are_carried_by_moodle_xml(tmp_path: Path) -> None:
    found = {read.name: read for read in read_moodle_xml(exported(full(tmp_path), "moodle-xml").data)}
    assert found["memory"].answers == [("4:0.2", 100, ""), ("1:0.05", 0, "A float32 takes four bytes.")]
    assert found["memory"].extra["unit MB"] == "1"
    assert found["memory"].extra["unit KB"] == "1000"  # so many of them make one MB
    assert found["memory"].extra["unitgradingtype"] == "1"
    assert found["about"].answers == [("100:50", 100, "")]
    assert found["about"].extra["showunits"] == "3"


def test_canvas_gets_numbers_as_it_writes_them_itself(tmp_path: Path) -> None:
    _, found = read_canvas(exported(full(tmp_path), "qti12").data)
    answers = {read.name: [text for text, *_ in read.answers] for read in found}
    assert answers["memory"] == ["varequal 4", "vargte 3.8", "varlte 4.2"]
    assert answers["about"] == ["vargte 50", "varlte 150"]
    data = exported(full(tmp_path), "qti12").data
    assert b'fibtype="Decimal"' in data
    assert b"<or>" in data


def test_canvas_finds_settings_points_groups_and_pinned_options(tmp_path: Path) -> None:
    data = exported(full(tmp_path), "qti12", variants=3).data
    told, found = read_canvas(data)
    assert told["title"] == "Doubling"
    assert (told["time_limit"], told["allowed_attempts"], told["quiz_type"]) == ("20", "2", "assignment")
    assert told["points_possible"] == "11"
    by_name = {read.name: read for read in found}
    assert by_name["why"].extra == {"points": "2", "locked": "None of these"}
    assert {"width-1", "width-2", "width-3"} <= by_name.keys()
    assert b"<selection_number>1</selection_number>" in data
    assert b"<selection_number>2</selection_number>" in data
    assert b"&lt;p&gt;" in data


def test_canvas_is_told_no_wrong_number_for_it_would_take_it_for_right(tmp_path: Path) -> None:
    made = exported(full(tmp_path), "qti12")
    assert "questions 'memory' and 'name': Canvas has no feedback on wrong numbers and texts; it is not exported" in (
        made.warnings
    )
    name = next(read for read in read_canvas(made.data)[1] if read.name == "name")
    assert [text for text, *_ in name.answers] == ["varequal double", "varequal the double"]


def test_ordering_is_native_in_moodle_xml_and_a_matching_elsewhere(tmp_path: Path) -> None:
    quiz = full(tmp_path)
    places = [("1.", "Read"), ("2.", "Add"), ("3.", "Write"), ("4.", "Rest")]
    xml = next(read for read in read_moodle_xml(exported(quiz, "moodle-xml").data) if read.name == "steps")
    assert xml.kind == "ordering"
    assert [text for text, *_ in xml.answers] == [text for _, text in places]
    for form in (QuizFormat.GIFT, QuizFormat.QTI12):
        made = export(quiz, form, letters)
        assert next(read for read in READERS[form](made.data) if read.name == "steps").pairs == places
        assert any("'steps'" in warning and "no ordering" in warning for warning in made.warnings)


def test_a_right_side_that_matches_nothing_is_offered(tmp_path: Path) -> None:
    quiz = full(tmp_path)
    for form in (QuizFormat.GIFT, QuizFormat.MOODLE_XML):
        who = next(read for read in READERS[form](export(quiz, form, letters).data) if read.name == "who")
        assert who.pairs == [("1", "2"), ("2", "4"), ("one and one", "2"), ("", "6")]
    who = next(read for read in read_canvas(exported(quiz, "qti12").data)[1] if read.name == "who")
    assert sorted(who.extra["shown"].split("\n")) == ["2", "4", "6"]


def test_pools_and_variants_become_categories_to_draw_from(tmp_path: Path) -> None:
    made = exported(full(tmp_path), "gift", variants=3)
    assert categories(made.data.decode()) == [
        "$course$/top/Doubling",
        "$course$/top/Doubling/width",
        "$course$/top/Doubling/small",
    ]
    told = "'small' becomes a category of 3 questions: add 2 of them to the quiz as 'random questions'"
    assert told in made.warnings


def test_variants_have_other_numbers_each_and_are_no_more_than_there_are(tmp_path: Path) -> None:
    text = """
    - id: q
      type: numeric
      prompt: Twice [[x]]?
      parameters: {x: [1, 2, 3]}
      answer: 2 * x
      explanation: Twice.
    """
    made = exported(one(tmp_path, text), "moodle-xml", variants=10)
    found = read_moodle_xml(made.data)
    assert sorted((words(read.prompt), read.answers[0][0]) for read in found) == [
        ("Twice 1?", "2:0"),
        ("Twice 2?", "4:0"),
        ("Twice 3?", "6:0"),
    ]
    assert any("the export has 3 versions, because no more than 3 exist" in warning for warning in made.warnings)


def test_formulas_are_what_each_system_typesets() -> None:
    latex = r"Is $a<b$ and $$\frac{1}{2}$$?"
    assert for_moodle(letters).line(latex) == r"Is \(a&lt;b\) and \[\frac{1}{2}\]?"
    canvas = for_canvas(letters).line(latex)
    assert 'data-equation-content="a&lt;b"' in canvas
    assert 'src="/equation_images/%255Cfrac%257B1%257D%257B2%257D"' in canvas
    assert for_moodle(letters).plain(r"**Divide** by $\sqrt{d_k}$") == "Divide by √dₖ"


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ("the __init__ of a_b_c", "the __init__ of a_b_c"),
        ("<unk> & <s>", "&lt;unk&gt; &amp; &lt;s&gt;"),
        ("&lt; stays", "&amp;lt; stays"),
        ("[x]: 3", "[x]: 3"),
        ("costs $5 or $6", "costs $5 or $6"),
        ("`$x$` is code", "<code>$x$</code> is code"),
        ("a *b* **c**", "a <em>b</em> <strong>c</strong>"),
        ("$$\na\n- b\n$$", "\\[a\n- b\\]"),
        (r"\\(x\\)", "\\<span></span>(x\\<span></span>)"),
    ],
)
def test_markdown_is_that_of_the_terminal(markdown: str, html: str) -> None:
    assert for_moodle(letters).line(markdown) == html


# Scores


def subsets(ids: list[str]) -> list[list[str]]:
    return [list(some) for some in chain.from_iterable(combinations(ids, size) for size in range(1, len(ids) + 1))]


@settings(deadline=None, max_examples=60)
@given(
    st.integers(1, 4),
    st.integers(0, 3),
    st.sampled_from(SCHEMES[QuestionKind.MULTIPLE]),
    st.sampled_from([0.0, 0.25]),
    st.lists(st.sampled_from([-1, -0.5, 0, 0.25, 0.5, 1]), min_size=7, max_size=7),
)
def test_an_answer_earns_the_same_in_moodle_and_canvas_or_it_is_told(
    right: int, wrong: int, scheme: Scheme, negative: float, weights: list[float]
) -> None:
    options = tuple(Option(f"o{at}", f"o{at}", at < right, "", False, weights[at]) for at in range(right + wrong))
    if scheme is not Scheme.WEIGHTS:
        options = tuple(Option(f"o{at}", f"o{at}", at < right) for at in range(right + wrong))
    quiz = quiz_of(question(QuestionKind.MULTIPLE, Choice(options), scheme=scheme, negative=negative))
    variant = draw_question(quiz, quiz.questions[0], 1)
    chosen = subsets([option.id for option in options])
    ours = [score(variant, some).share for some in chosen]
    moodle, canvas = exported(quiz, "moodle-xml"), exported(quiz, "qti12")
    percent = {words(text): share / 100 for text, share, _ in read_moodle_xml(moodle.data)[0].answers}
    key = {words(text) for text, share, _ in read_canvas(canvas.data)[1][0].answers if share}
    in_moodle = [min(1, max(0, sum(percent[name] for name in some))) for some in chosen]
    in_canvas = [max(0, sum(1 if name in key else -1 for name in some) / len(key)) for some in chosen]
    for made, theirs in ((moodle, in_moodle), (canvas, in_canvas)):
        apart = max(abs(a - b) for a, b in zip(ours, theirs, strict=True))
        assert (apart > 1e-3) == bool(made.warnings), (apart, made.warnings)


@pytest.mark.parametrize("scheme", [Scheme.NET_CORRECT, *EXAMS])
def test_the_schemes_that_are_sums_keep_their_scores_in_moodle(scheme: Scheme) -> None:
    options = tuple(Option(str(at), f"option {at}", at < 2) for at in range(5))
    quiz = quiz_of(question(QuestionKind.MULTIPLE, Choice(options), scheme=scheme))
    assert exported(quiz, "moodle-xml").warnings == exported(quiz, "gift").warnings == ()


def test_negative_marks_are_carried_where_they_can_be(tmp_path: Path) -> None:
    made = exported(full(tmp_path), "moodle-xml")
    why = next(read for read in read_moodle_xml(made.data) if read.name == "why")
    assert sorted(percent for _, percent, _ in why.answers) == [-25, -25, -25, 100]
    assert not any("'why'" in warning and "score" in warning for warning in made.warnings)
    told = "cannot score by 'all-or-nothing' with 0.25 off for wrong answers; up to 25% of the points differ there"
    assert any("'memory'" in warning and told in warning for warning in made.warnings)


# What is told


def test_gift_tells_that_points_and_settings_are_lost(tmp_path: Path) -> None:
    told = exported(full(tmp_path), "gift").warnings
    assert "GIFT has no points, so each question is worth 1; set these by hand: 'why' 2" in told
    assert any(sentence.startswith("GIFT holds questions only; set in Moodle: a time limit of 20") for sentence in told)


def test_what_holds_of_several_questions_is_told_once(tmp_path: Path) -> None:
    told = exported(full(tmp_path), "qti12").warnings
    assert len(told) == len(set(told))
    assert any(sentence.startswith("questions 'why', 'memory', 'about'") for sentence in told)


def test_a_dropped_question_is_left_out_and_told(tmp_path: Path) -> None:
    quiz = load_quiz(write(tmp_path, FULL.replace("  - id: about\n", "  - id: about\n    dropped: true\n")))
    made = exported(quiz, "moodle-xml")
    assert "about" not in {read.name for read in read_moodle_xml(made.data)}
    assert "question 'about': not exported (dropped question)" in made.warnings


def test_a_quiz_without_its_key_cannot_be_exported(tmp_path: Path) -> None:
    quiz = full(tmp_path)
    sealed = load_quiz(write(tmp_path, sealed_text(quiz), "02_sealed.yaml"))
    with pytest.raises(UsageError, match="has no key here; export it from the full course"):
        exported(sealed, "gift")


@pytest.mark.parametrize("form", list(QuizFormat))
def test_an_export_is_the_same_every_time(tmp_path: Path, form: QuizFormat) -> None:
    first, second = (export(full(tmp_path / name), form, letters, 3) for name in ("a", "b"))
    assert first == second
    if form is QuizFormat.QTI12:
        with zipfile.ZipFile(io.BytesIO(first.data)) as archive:
            assert {(entry.date_time[0], entry.compress_type) for entry in archive.infolist()} == {(1980, 0)}


# The command


@pytest.mark.parametrize(("form", "name"), [("gift", "q.txt"), ("moodle-xml", "q.xml"), ("qti12", "q.zip")])
def test_the_command_writes_the_file_and_tells_what_is_lost(
    mini: MiniCourse, grader: GraderCommand, form: str, name: str
) -> None:
    write(mini.path, FULL)
    done = grader("quiz", "export", "doubling", "--format", form, "--out", name, "--course", mini.path)
    assert done.code == 0, done.err
    assert done.out == f"Doubling: 11 questions in {name}\n"
    assert all(line.startswith("grader: ") for line in done.err.splitlines())
    assert "cannot score by" in done.err
    quiz = mini.load().find_quiz("doubling")
    assert (mini.path.parent / name).read_bytes() == exported(quiz, form).data


def test_the_command_answers_in_json(mini: MiniCourse, grader: GraderCommand) -> None:
    write(mini.path, FULL)
    more = ["--variants", 2, "--json", "--course", mini.path]
    told = json.loads(grader("quiz", "export", "doubling", "--format", "gift", "--out", "q.txt", *more).out)
    assert told["questions"] == 12
    assert told["warnings"] == list(exported(mini.load().find_quiz("doubling"), "gift", variants=2).warnings)


def test_a_wrong_name_or_place_is_told_in_a_sentence(mini: MiniCourse, grader: GraderCommand) -> None:
    write(mini.path, FULL)
    there = ["--format", "gift", "--course", mini.path]
    wrong = grader("quiz", "export", "dubling", "--out", "q.txt", *there)
    assert wrong.code == 2
    assert "doubling" in wrong.err
    nowhere = grader("quiz", "export", "doubling", "--out", "no/such/folder/q.txt", *there)
    assert nowhere.code == 2
    assert "cannot be written" in nowhere.err


def test_numbers_keep_their_margins_with_expressions() -> None:
    numeric = Numeric(answer="exp(1) / (exp(1) + exp(2))", tolerance=0.005)
    (read,) = read_gift(gift(quiz_of(question(QuestionKind.NUMERIC, numeric))))
    assert read.answers == [("0.26894142137:0.005", 100, "")]
