"""What answers earn: the schemes' worked numbers, and what holds for every scheme."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.course.quiz_model import (
    IGNORED,
    SCHEMES,
    Choice,
    FeedbackTime,
    ForeseenAnswer,
    Ignore,
    Matching,
    Option,
    Ordering,
    Question,
    QuestionKind,
    QuizItem,
    Scheme,
    Text,
)
from grader.errors import UsageError
from grader.quiz.answers import Answer, answer_problem, in_words, is_blank, normalised, read_number, right_answer
from grader.quiz.paper import Number, Paper, Shown, Span, Variant
from grader.quiz.scoring import AnswerMark, remarks, score, score_paper

LETTERS = "abcdefghij"


def variant(
    kind: QuestionKind, task: Shown, scheme: Scheme | None = None, negative: float = 0.0, points: float = 1.0
) -> Variant:
    chosen = scheme or SCHEMES[kind][0]
    question = Question(
        id="q",
        kind=kind,
        prompt="?",
        task=Text((), ()),
        explanation="",
        points=points,
        scheme=chosen,
        negative=negative,
        sources=(),
        practise=(),
        misconceptions=(),
        difficulty=2,
        tags=(),
        pool="",
        parameters={},
        dropped=False,
        line=1,
    )
    return Variant("q", kind, "?", task, "", points, False, {}, question)


def key(bits: str, weights: Sequence[float] = ()) -> Choice:
    """ "11000": options a to e, of which a and b are right."""
    share = 1 / max(bits.count("1"), 1)
    return Choice(
        tuple(
            Option(letter, letter, bit == "1", f"{letter}!", False, weights[at] if weights else share * int(bit))
            for at, (letter, bit) in enumerate(zip(LETTERS, bits, strict=False))
        )
    )


def chosen(bits: str) -> list[str]:
    return [letter for letter, bit in zip(LETTERS, bits, strict=False) if bit == "1"]


def share(scheme: Scheme, right: str, given: str, negative: float = 0.0) -> float:
    return score(variant(QuestionKind.MULTIPLE, key(right), scheme, negative), chosen(given)).share


@pytest.mark.parametrize(
    ("scheme", "given", "expected"),
    [
        (Scheme.EXAMS_FALSE, "10000", 0.5),
        (Scheme.EXAMS_FALSE, "10100", 0.1667),
        (Scheme.EXAMS_FALSE, "11100", 0.6667),
        (Scheme.EXAMS_FALSE, "11110", 0.3333),
        (Scheme.EXAMS_FALSE, "00100", 0),
        (Scheme.EXAMS_TRUE, "11100", 0.5),
        (Scheme.EXAMS_ALL, "10100", 0),
        (Scheme.EXAMS_NONE, "11100", 1),
        (Scheme.ALL_OR_NOTHING, "11000", 1),
        (Scheme.ALL_OR_NOTHING, "10000", 0),
        (Scheme.NET_CORRECT, "11100", 0.5),
        (Scheme.NET_CORRECT, "10100", 0),
        (Scheme.NET_CORRECT, "00111", 0),
        (Scheme.EVERY_DECISION, "11100", 0.8),
        (Scheme.EVERY_DECISION, "00111", 0),
        (Scheme.COVERAGE, "10000", 0.5),
        (Scheme.COVERAGE, "11110", 0.5),
        (Scheme.COVERAGE, "00100", 0),
    ],
)
def test_worked_numbers_of_the_key_11000(scheme: Scheme, given: str, expected: float) -> None:
    assert share(scheme, "11000", given) == pytest.approx(expected, abs=5e-5)


def test_false2_spares_a_question_with_one_wrong_option() -> None:
    assert share(Scheme.EXAMS_FALSE, "110", "111") == 0
    assert share(Scheme.EXAMS_FALSE2, "110", "111") == 0.5
    assert share(Scheme.EXAMS_FALSE, "11", "11") == 1


def test_negative_marking_lowers_the_floor() -> None:
    assert share(Scheme.EXAMS_ALL, "11000", "00111", negative=0.25) == -0.25
    assert share(Scheme.EXAMS_FALSE, "11000", "00100", negative=1) == pytest.approx(-1 / 3)
    assert share(Scheme.NET_CORRECT, "11000", "00100", negative=1) == -0.5
    assert share(Scheme.ALL_OR_NOTHING, "11000", "10000", negative=0.5) == -0.5
    assert share(Scheme.EVERY_DECISION, "11000", "00111", negative=1) == 0


def test_weights_are_kept_between_nothing_and_all_for_several_options_and_as_they_are_for_one() -> None:
    weights = (0.5, 0.5, -0.5, -1.0)
    several = variant(QuestionKind.MULTIPLE, key("1100", weights), Scheme.WEIGHTS)
    assert [score(several, chosen(bits)).share for bits in ("1100", "1000", "1010", "0001")] == [1, 0.5, 0, 0]
    one = variant(QuestionKind.SINGLE, key("1000", (1.0, 0.25, 0.0, -0.5)), Scheme.WEIGHTS, points=2)
    assert [score(one, letter).points for letter in "abcd"] == [2, 0.5, 0, -1]


@pytest.mark.parametrize(
    "kind",
    [
        QuestionKind.SINGLE,
        QuestionKind.MULTIPLE,
        QuestionKind.NUMERIC,
        QuestionKind.TEXT,
        QuestionKind.ORDERING,
        QuestionKind.MATCHING,
    ],
)
def test_no_answer_is_not_a_wrong_one(kind: QuestionKind) -> None:
    asked = EXAMPLES[kind]
    blank: list[Answer] = [None, "", "  ", [], {}]
    for answer in blank:
        assert is_blank(answer)
        found = score(variant(kind, asked, SCHEMES[kind][-1], negative=1, points=3), answer)
        assert (found.mark, found.points, found.max_points) == (AnswerMark.BLANK, 0, 3)


EXAMPLES: dict[QuestionKind, Shown] = {
    QuestionKind.SINGLE: key("100"),
    QuestionKind.MULTIPLE: key("1100"),
    QuestionKind.NUMERIC: Number(
        Span(4.0, 0.1), 4.0, "MB", {"KB": 0.001}, mistakes=((Span(1.0, 0.01), "One too few."),)
    ),
    QuestionKind.TEXT: Text(
        ("Layer norm",), (Ignore.CASE, Ignore.WHITESPACE), (ForeseenAnswer("batch norm", "Other axis."),)
    ),
    QuestionKind.ORDERING: Ordering(tuple(QuizItem(c, c.upper()) for c in "cabd"), tuple("abcd")),
    QuestionKind.MATCHING: Matching(
        tuple(QuizItem(c, c.upper()) for c in "abcd"),
        (QuizItem("x", "X"), QuizItem("y", "Y")),
        dict(zip("abcd", "xyxy", strict=True)),
    ),
}


def test_wrong_answers_cost_what_the_question_says() -> None:
    wrong: dict[QuestionKind, Answer] = {QuestionKind.SINGLE: "b", QuestionKind.NUMERIC: "7", QuestionKind.TEXT: "no"}
    for kind, answer in wrong.items():
        found = score(variant(kind, EXAMPLES[kind], negative=0.25, points=2), answer)
        assert (found.mark, found.points) == (AnswerMark.WRONG, -0.5)


def test_ordering_counts_pairs_so_that_chance_earns_nothing() -> None:
    def earned(order: str, scheme: Scheme, negative: float = 0.0) -> float:
        return score(
            variant(QuestionKind.ORDERING, EXAMPLES[QuestionKind.ORDERING], scheme, negative), list(order)
        ).share

    pairs = Scheme.PAIRS_IN_ORDER
    assert [earned(order, pairs) for order in ("abcd", "bacd", "dcba", "badc")] == pytest.approx([1, 4 / 6, 0, 2 / 6])
    assert earned("dcba", pairs, negative=0.5) == -0.5
    signed = [earned("".join(order), pairs, negative=1) for order in permutations("abcd")]
    assert sum(signed) == pytest.approx(0)
    assert [earned(order, Scheme.PLACES) for order in ("abcd", "bacd", "badc")] == [1, 0.5, 0]
    assert [earned(order, Scheme.ALL_OR_NOTHING, 0.5) for order in ("abcd", "bacd")] == [1, -0.5]


def test_matching_counts_pairs_and_leaves_blanks_alone() -> None:
    def earned(scheme: Scheme, negative: float = 0.0, **answer: str) -> float:
        return score(variant(QuestionKind.MATCHING, EXAMPLES[QuestionKind.MATCHING], scheme, negative), answer).share

    right = {"a": "x", "b": "y", "c": "x", "d": "y"}
    assert earned(Scheme.EACH_PAIR, **right) == 1
    assert earned(Scheme.EACH_PAIR, a="x", b="x") == 0.25
    assert earned(Scheme.NET_CORRECT, a="x", b="x") == 0
    assert earned(Scheme.NET_CORRECT, a="x", b="y") == 0.5
    assert earned(Scheme.NET_CORRECT, 0.25, a="y", b="x") == -0.25
    assert earned(Scheme.ALL_OR_NOTHING, 0.5, a="x", b="y", c="x") == -0.5
    assert earned(Scheme.ALL_OR_NOTHING, 0.5, **right) == 1


def test_a_total_never_falls_below_nothing() -> None:
    asked = variant(QuestionKind.SINGLE, key("100"), negative=1, points=2)
    paper = Paper("quiz", "Quiz", "", FeedbackTime.END, (asked,))
    assert score_paper(paper, {"q": "b"}).points == 0
    assert score_paper(paper, {"q": "b"}).scores["q"].points == -2
    assert score_paper(paper, {"q": "a"}).share == 1
    assert score_paper(paper, {}).scores["q"].mark is AnswerMark.BLANK


# What holds for every scheme

bits = st.integers(2, 8).flatmap(
    lambda n: st.tuples(
        st.lists(st.booleans(), min_size=n, max_size=n).filter(any), st.lists(st.booleans(), min_size=n, max_size=n)
    )
)
negatives = st.sampled_from([0.0, 0.25, 1.0])


def as_bits(flags: Sequence[bool]) -> str:
    return "".join(str(int(flag)) for flag in flags)


@settings(deadline=None)
@given(bits, st.sampled_from(SCHEMES[QuestionKind.MULTIPLE]), negatives)
def test_every_scheme_stays_in_its_bounds_and_gives_all_for_the_key(
    drawn: tuple[list[bool], list[bool]], scheme: Scheme, negative: float
) -> None:
    right, given = (as_bits(flags) for flags in drawn)
    asked = variant(QuestionKind.MULTIPLE, key(right), scheme, negative, points=3)
    found = score(asked, chosen(given))
    assert -negative <= found.share <= 1
    assert found.points == pytest.approx(found.share * 3)
    assert score(asked, right_answer(asked)).share == 1
    assert score(asked, right_answer(asked)).mark is AnswerMark.RIGHT


@settings(deadline=None)
@given(bits, st.sampled_from(SCHEMES[QuestionKind.MULTIPLE]), st.randoms(use_true_random=False))
def test_neither_the_order_of_options_nor_that_of_answers_matters(
    drawn: tuple[list[bool], list[bool]], scheme: Scheme, random: object
) -> None:
    right, given = (as_bits(flags) for flags in drawn)
    options, answer = list(key(right).options), chosen(given)
    before = score(variant(QuestionKind.MULTIPLE, Choice(tuple(options)), scheme), answer).share
    random.shuffle(options)  # type: ignore[attr-defined]
    random.shuffle(answer)  # type: ignore[attr-defined]
    assert score(variant(QuestionKind.MULTIPLE, Choice(tuple(options)), scheme), answer).share == pytest.approx(before)


@settings(deadline=None)
@given(bits, st.sampled_from([s for s in SCHEMES[QuestionKind.MULTIPLE] if s is not Scheme.EXAMS_NONE]))
def test_only_the_key_gives_all(drawn: tuple[list[bool], list[bool]], scheme: Scheme) -> None:
    """But for the scheme that charges nothing for wrong options."""
    right, given = (as_bits(flags) for flags in drawn)
    if scheme is not Scheme.WEIGHTS and right != given:
        assert share(scheme, right, given) < 1


@settings(deadline=None)
@given(st.permutations("abcdef"), st.sampled_from(SCHEMES[QuestionKind.ORDERING]), negatives)
def test_every_order_earns_within_bounds_and_only_the_right_one_all(
    order: list[str], scheme: Scheme, negative: float
) -> None:
    asked = variant(
        QuestionKind.ORDERING, Ordering(tuple(QuizItem(c, c) for c in order), tuple("abcdef")), scheme, negative
    )
    found = score(asked, order)
    assert -negative <= found.share <= 1
    assert (found.share == 1) == (order == list("abcdef"))
    assert score(asked, right_answer(asked)).share == 1


@settings(deadline=None)
@given(
    st.dictionaries(st.sampled_from("abcd"), st.sampled_from("xy"), min_size=1),
    st.sampled_from(SCHEMES[QuestionKind.MATCHING]),
    negatives,
)
def test_every_matching_earns_within_bounds_and_only_the_right_one_all(
    answer: dict[str, str], scheme: Scheme, negative: float
) -> None:
    asked = variant(QuestionKind.MATCHING, EXAMPLES[QuestionKind.MATCHING], scheme, negative)
    assert -negative <= score(asked, answer).share <= 1
    assert (score(asked, answer).share == 1) == (answer == right_answer(asked))


@settings(deadline=None)
@given(
    st.one_of(st.none(), st.text(), st.integers(), st.lists(st.text()), st.dictionaries(st.text(), st.text())),
    st.sampled_from(list(QuestionKind)),
)
def test_whatever_an_attempt_holds_is_scored_or_refused(answer: Answer, kind: QuestionKind) -> None:
    asked = variant(kind, EXAMPLES[kind])
    if answer_problem(asked, answer) and not (kind is QuestionKind.NUMERIC and isinstance(answer, str)):
        with pytest.raises(UsageError, match="question 'q': "):
            score(asked, answer)
    else:
        assert score(asked, answer).share <= 1


# Reading answers

NUMBER = EXAMPLES[QuestionKind.NUMERIC]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("512", 512),
        (" −0.5 ", -0.5),
        ("+.5", 0.5),
        ("5.", 5),
        ("1e-3", 0.001),
        ("2.5E2", 250),
        ("3/4", 0.75),
        ("-1 / 4", -0.25),
        ("0,25", 0.25),
        ("0,125", 0.125),
        ("12,5", 12.5),
        ("1 024", 1024),
        ("1\u202f024\u00a0000", 1024000),
        ("1_000", 1000),
        ("1,234,567", 1234567),
        ("1,234.5", 1234.5),
        ("4 MB", 4),
        ("4MB", 4),
        ("4 mb", 4),
        ("4000 KB", 4),
        ("4000 kb", 4),
    ],
)
def test_numbers_are_read_as_people_write_them(text: str, value: float) -> None:
    assert isinstance(NUMBER, Number)
    assert read_number(text, NUMBER) == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1,024", "'1,024' could be 1024 or 1.024; write it without the comma"),
        ("many", "'many' is not a number; write digits, like 512 or 0.25"),
        ("4 5", "is not a number"),
        ("nan", "is not a number"),
        ("inf", "is not a number"),
        ("1.2.3", "is not a number"),
        ("1,2,3", "is not a number; write it without commas"),
        ("1/0", "is not a finite number"),
        ("1e999", "is not a finite number"),
        ("4 GB", "'GB' is not a unit here; write MB or KB"),
        ("8*64", "is not a number"),
        ("٤", "is not a number"),
    ],
)
def test_what_is_no_number_is_told_and_counts_as_wrong(text: str, told: str) -> None:
    asked = variant(QuestionKind.NUMERIC, NUMBER)
    assert told in answer_problem(asked, text)
    assert told in score(asked, text).note
    assert score(asked, text).mark is AnswerMark.WRONG


def test_a_unit_may_be_needed_or_unwelcome() -> None:
    needed = variant(QuestionKind.NUMERIC, Number(Span(4, 0), 4.0, "MB", {}, unit_required=True))
    assert answer_problem(needed, "4") == "write the unit, too, like '4 MB'"
    assert score(needed, "4 MB").mark is AnswerMark.RIGHT
    assert right_answer(needed) == "4 MB"
    plain = variant(QuestionKind.NUMERIC, Number(Span(4, 0), 4.0))
    assert answer_problem(plain, "4 %") == "write the number alone, without '%'"


@settings(deadline=None)
@given(st.floats(-1e9, 1e9, allow_nan=False))
def test_a_number_as_python_writes_it_is_read_back(value: float) -> None:
    assert isinstance(NUMBER, Number)
    assert read_number(repr(value), NUMBER) == value


@pytest.mark.parametrize(
    ("a", "b", "ignore", "equal"),
    [
        ("Layer  Norm ", "layer norm", IGNORED, True),
        ("Layer norm", "layer norm", (), False),
        (" layer norm ", "layer norm", (), True),
        ("layer  norm", "layer norm", (Ignore.CASE,), False),
        ("ﬁne ２", "fine 2", IGNORED, True),
        ("naïve", "naive", IGNORED, False),
        ("naïve", "naive", (Ignore.ACCENTS,), True),
        ("layer-norm!", "layer norm", (Ignore.PUNCTUATION, Ignore.WHITESPACE), True),
        ("STRASSE", "straße", IGNORED, True),
    ],
)
def test_texts_are_compared_without_what_does_not_count(
    a: str, b: str, ignore: tuple[Ignore, ...], equal: bool
) -> None:
    assert (normalised(a, ignore) == normalised(b, ignore)) is equal


def test_answers_to_other_questions_are_told() -> None:
    for kind, answer, told in (
        (QuestionKind.SINGLE, "z", "'z' is not an option of this question"),
        (QuestionKind.MULTIPLE, ["a", "z"], "'z' is not an option of this question"),
        (QuestionKind.MULTIPLE, ["a", "a"], "an option is chosen twice"),
        (QuestionKind.MULTIPLE, "a", "the answer must be a list of ids"),
        (QuestionKind.ORDERING, ["a", "b"], "put all items in order"),
        (QuestionKind.MATCHING, {"a": "z"}, "'a' with 'z' is not a pair of this question"),
        (QuestionKind.TEXT, "x" * 2000, "the answer has over 1000 characters; shorten it"),
        (QuestionKind.TEXT, 5, "the answer must be text"),
    ):
        assert answer_problem(variant(kind, EXAMPLES[kind]), answer) == told


def test_answers_can_be_read_aloud() -> None:
    words = {kind: in_words(variant(kind, task), right_answer(variant(kind, task))) for kind, task in EXAMPLES.items()}
    assert words[QuestionKind.SINGLE] == "a"
    assert words[QuestionKind.MULTIPLE] == "a\nb"
    assert words[QuestionKind.NUMERIC] == "4 MB"
    assert words[QuestionKind.TEXT] == "Layer norm"
    assert words[QuestionKind.ORDERING] == "A\nB\nC\nD"
    assert words[QuestionKind.MATCHING] == "A → X\nB → Y\nC → X\nD → Y"
    assert in_words(variant(QuestionKind.SINGLE, EXAMPLES[QuestionKind.SINGLE]), None) == ""


# What is said to an answer


def test_chosen_options_and_missed_ones_say_why() -> None:
    found = remarks(variant(QuestionKind.MULTIPLE, EXAMPLES[QuestionKind.MULTIPLE]), ["a", "c"])
    assert [(r.text, r.right, r.chosen, r.feedback) for r in found] == [
        ("a", True, True, "a!"),
        ("b", True, False, "b!"),
        ("c", False, True, "c!"),
    ]


def test_foreseen_mistakes_get_their_own_words() -> None:
    number, text = (variant(kind, EXAMPLES[kind]) for kind in (QuestionKind.NUMERIC, QuestionKind.TEXT))
    assert [r.feedback for r in remarks(number, "1.0")] == ["One too few."]
    assert [r.feedback for r in remarks(text, " Batch  NORM")] == ["Other axis."]
    assert remarks(number, "4") == remarks(text, "layer norm") == remarks(text, "else") == ()
    assert [r.feedback for r in remarks(number, "four")] == ["'four' is not a number; write digits, like 512 or 0.25"]


def test_orders_and_pairs_are_told_one_by_one() -> None:
    assert [
        r.right for r in remarks(variant(QuestionKind.ORDERING, EXAMPLES[QuestionKind.ORDERING]), list("bacd"))
    ] == [
        False,
        False,
        True,
        True,
    ]
    found = remarks(variant(QuestionKind.MATCHING, EXAMPLES[QuestionKind.MATCHING]), {"a": "x", "b": "x"})
    assert [(r.text, r.right) for r in found] == [("A → X", True), ("B → X", False)]
    assert remarks(variant(QuestionKind.SINGLE, EXAMPLES[QuestionKind.SINGLE]), None) == ()


def test_a_wrong_answer_that_costs_nothing_gives_zero_and_not_minus_zero() -> None:
    assert str(share(Scheme.ALL_OR_NOTHING, "11000", "00100")) == "0.0"
