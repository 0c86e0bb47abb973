"""Flags of questions: chance alone raises hardly any, a wrong key is found, and each says how sure it is."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from math import comb
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.course.quiz_load import load_quiz
from grader.course.quiz_model import Choice, Matching, Ordering, Question, QuestionKind, Quiz
from grader.gradebook import QuestionScore, QuizResult
from grader.quiz.analysis import ItemAnalysis, WhichAttempts, study
from grader.quiz.answers import right_answer
from grader.quiz.flags import ALLOWED, FlagKind, ItemAnswers, ItemFlag, Sureness, binomial_tails, flags, rank_sum
from grader.quiz.paper import draw_question
from grader.quiz.scoring import score
from tests.quiz_samples import of_questions

MEANT = "source: S0, practise: double, explanation: So."
WRONG = "{{text: b, feedback: F.}}, {{text: c, feedback: F.}}, {{text: d, feedback: F.}}"
SINGLE = f"""
- id: single{{}}
  type: single
  prompt: Which?
  options: [{{{{text: a, correct: true, feedback: F.}}}}, {WRONG}]
"""
OTHERS = f"""
- id: multiple
  type: multiple
  prompt: Which ones?
  options:
    - {{text: a, correct: true, feedback: F.}}
    - {{text: b, correct: true, feedback: F.}}
    - {{text: c, feedback: F.}}
    - {{text: d, feedback: F.}}
    - {{text: e, feedback: F.}}
- {{id: number, type: numeric, prompt: How many?, answer: 4, {MEANT}}}
- {{id: drawn, type: numeric, prompt: '[[n]] and 2?', parameters: {{n: [1, 2, 3]}}, answer: n + 2, {MEANT}}}
- {{id: word, type: text, prompt: What?, accept: ['4'], {MEANT}}}
- {{id: order, type: ordering, prompt: Order?, items: [a, b, c, d], {MEANT}}}
- id: pairs
  type: matching
  prompt: What fits?
  pairs: [{{left: x, right: a}}, {{left: y, right: b}}, {{left: z, right: c}}]
  {MEANT.replace(", ", chr(10) + "  ")}
"""
EVERY_TYPE = "".join(SINGLE.format(at) for at in range(6)) + OTHERS


def plain(text: str) -> str:
    return text


@pytest.fixture(scope="module")
def quiz(tmp_path_factory: pytest.TempPathFactory) -> Quiz:
    return load_quiz(of_questions(tmp_path_factory.mktemp("every"), EVERY_TYPE))


class SimulatedClass:
    """Students who know an answer with a chance that depends on their ability, and guess otherwise.

    `typed`: from so many numbers, the right one among them.
    """

    def __init__(self, quiz: Quiz, seed: str, typed: int) -> None:
        self.quiz, self.stream, self.typed = quiz, random.Random(seed), typed
        self.variants = {question.id: draw_question(quiz, question, 1) for question in quiz.questions}

    def guess(self, question: Question) -> Any:
        stream = self.stream
        match question.task:
            case Choice(options=options) if question.kind is QuestionKind.SINGLE:
                return stream.choice(options).id
            case Choice(options=options):
                return [one.id for one in options if stream.random() < 0.5] or [options[0].id]
            case Ordering(items=items):
                return stream.sample([one.id for one in items], len(items))
            case Matching(lefts=lefts, rights=rights):
                return {one.id: stream.choice(rights).id for one in lefts}
        return str(stream.randrange(3, 3 + self.typed))

    def attempt(self, student: int, known: float, truth: dict[str, Any]) -> QuizResult:
        """`truth`: what those who know answer; of other questions, nobody knows anything."""
        scores = []
        for question in self.quiz.questions:
            knows = question.id in truth and self.stream.random() < known
            answer = truth[question.id] if knows else self.guess(question)
            earned = score(self.variants[question.id], answer)
            scores.append(QuestionScore(question.id, earned.share, earned.mark.value, "", "", answer))
        return QuizResult(f"s{student}", self.quiz.id, f"s{student}", tuple(scores))

    def truth(self, **wrong: Any) -> dict[str, Any]:
        """The right answers, but for those questions whose key is wrong."""
        return {name: right_answer(variant) for name, variant in self.variants.items()} | wrong

    def study(
        self, size: int, spread: tuple[float, float] = (0, 0), truth: dict[str, Any] | None = None
    ) -> ItemAnalysis:
        made = [self.attempt(at, self.stream.uniform(*spread), truth or {}) for at in range(size)]
        return study(self.quiz, made, WhichAttempts.FIRST, plain)


def raised(study: ItemAnalysis) -> list[tuple[str, ItemFlag]]:
    return [(question.question.id, flag) for question in study.questions for flag in question.flags]


HONEST = (0.5, 0.95)  # how much students know


def option(quiz: Quiz, question: str, text: str) -> str:
    task = next(one.task for one in quiz.questions if one.id == question)
    assert isinstance(task, Choice)
    return next(one.id for one in task.options if one.text == text)


def wrong_keys(quiz: Quiz) -> dict[str, Any]:
    """An answer to each question that is right in truth, and wrong by the key."""
    by_id = {question.id: question.task for question in quiz.questions}
    order, pairs = by_id["order"], by_id["pairs"]
    assert isinstance(order, Ordering)
    assert isinstance(pairs, Matching)
    a, b, c, d = order.right
    x, y, z = pairs.right
    return {
        "single0": option(quiz, "single0", "b"),
        "multiple": [option(quiz, "multiple", text) for text in "abc"],
        "number": "5",
        "word": "5",
        "order": [a, c, b, d],
        "pairs": {x: pairs.right[y], y: pairs.right[x], z: pairs.right[z]},
    }


@pytest.mark.parametrize(("size", "classes"), [(5, 150), (10, 150), (25, 300), (100, 50), (400, 10)])
def test_random_guessers_raise_a_flag_in_at_most_one_quiz_of_a_hundred(quiz: Quiz, size: int, classes: int) -> None:
    """All kinds of flags together, over all questions of a quiz."""
    alarms = [raised(SimulatedClass(quiz, f"{size} {at}", typed=3).study(size)) for at in range(classes)]
    assert sum(map(bool, alarms)) <= classes // 100, [alarm for alarm in alarms if alarm]


@pytest.mark.parametrize("name", ["single0", "multiple", "number", "word", "order", "pairs"])
def test_a_wrong_key_among_25_students_is_found_and_no_other(quiz: Quiz, name: str) -> None:
    """In at least 9 of 10 classes."""
    found: Counter[str] = Counter()
    for at in range(60):
        simulated = SimulatedClass(quiz, f"{name} {at}", typed=12)
        study = simulated.study(25, HONEST, simulated.truth(**{name: wrong_keys(quiz)[name]}))
        doubted = [question for question, flag in raised(study) if flag.worry is FlagKind.LIKELY_WRONG_KEY]
        found.update(doubted)
    assert found[name] >= 54, found
    assert found.keys() == {name}


def test_honest_students_and_a_right_key_raise_no_alarm(quiz: Quiz) -> None:
    for at in range(60):
        simulated = SimulatedClass(quiz, f"honest {at}", typed=12)
        study = simulated.study(40, HONEST, simulated.truth())
        assert not {flag.worry for _, flag in raised(study)} - {FlagKind.TOO_EASY}


def test_a_misconception_of_the_weak_is_not_taken_for_a_wrong_key() -> None:
    """Of 60 students, the best fifth answer what the key says, and nearly all others the same wrong answer."""
    doubts = 0
    for at in range(100):
        stream = random.Random(at)
        elsewhere = [float(round(10 * stream.random())) for _ in range(60)]
        answers = ["a" if rest >= 8 else stream.choice("bbbbbc") for rest in elsewhere]
        item = single("".join(answers), elsewhere)
        doubts += any(flag.worry is FlagKind.LIKELY_WRONG_KEY for flag in flags(item, 16))
    assert doubts == 0


def single(answers: str, elsewhere: list[float] | None = None) -> ItemAnswers:
    """A question with options a, the key, to d. The first are the best, if nothing else is said."""
    rest = elsewhere or [float(len(answers) - at) for at in range(len(answers))]
    shares = [float(one == "a") for one in answers]
    return ItemAnswers(shares, answers, rest, ways=4, options={one: one == "a" for one in "abcd"}, chosen=answers)


def kinds(item: ItemAnswers, questions: int = 16) -> dict[FlagKind, Sureness]:
    return {flag.worry: flag.sureness for flag in flags(item, questions)}


def test_a_flag_says_how_sure_it_is() -> None:
    sure = kinds(single("b" * 34 + "cdacdacda" * 2))
    assert sure[FlagKind.LIKELY_WRONG_KEY] is Sureness.SURE
    likely = kinds(single("bbcbbbbbbbbbbdbabbcbbbcab"))
    assert likely == {FlagKind.LIKELY_WRONG_KEY: Sureness.LIKELY}
    possible = kinds(single("bbcbbdabbcbbbbdbbabbbcbbb"))
    assert possible == {FlagKind.LIKELY_WRONG_KEY: Sureness.POSSIBLE}
    assert kinds(single("bbcaabdabccabbdbaabdbcabb")) == {}


def test_the_sentence_gives_the_numbers() -> None:
    (flag,) = flags(single("bbcbbbbbbbbbbdbabbcbbbcab"), 16)
    assert flag.sentence == (
        "Likely: the key is wrong. 19 of 25 answered 'b', and 2 what the key says; "
        "elsewhere they earned 14.1 points, the others 9.5. Chance alone does this in fewer than 1 of 100,000 quizzes."
    )
    assert 1 / 200_000 < flag.chance <= 1 / 100_000


@pytest.mark.parametrize("letter", "ab")
@pytest.mark.parametrize("size", [5, 10, 15])
def test_that_a_few_students_all_answer_alike_is_no_alarm_about_how_hard_a_question_is(letter: str, size: int) -> None:
    assert not kinds(single(letter * size)).keys() & {FlagKind.TOO_EASY, FlagKind.TOO_HARD}


def test_very_easy_and_very_hard_questions_are_flagged_in_larger_classes() -> None:
    assert kinds(single("a" * 22)) == {FlagKind.TOO_EASY: Sureness.LIKELY}
    assert kinds(single("a" * 39 + "b")) == {FlagKind.TOO_EASY: Sureness.SURE}
    assert kinds(single("bcd" * 20)) == {FlagKind.TOO_HARD: Sureness.SURE}
    typed = [str(at) for at in range(25)]
    assert kinds(ItemAnswers([0.0] * 25, typed, [1.0] * 25)) == {FlagKind.TOO_HARD: Sureness.SURE}


def test_a_question_that_the_better_half_gets_wrong_misleads() -> None:
    told = kinds(single("bcd" * 8 + "a" * 24))
    assert told[FlagKind.NEGATIVE_DISCRIMINATION] is Sureness.SURE
    assert kinds(single("bcdbacabdab" + "bacadbacaba")) == {}


def test_an_option_that_nobody_chose_is_flagged_only_if_enough_chose_another_wrong_one() -> None:
    assert kinds(single("ab" * 8 + "ac" * 8)) == {}
    (flag,) = flags(single("abac" * 15), 16)
    assert flag.sentence.startswith("Likely: 'd' distracts nobody. 30 chose a wrong option, and none of them this one.")


def test_students_who_are_all_alike_raise_no_alarm() -> None:
    """Ties everywhere: nobody did better than anybody elsewhere."""
    assert kinds(single("abcd" * 10, [3.0] * 40)) == {}
    assert kinds(single("ab" * 20, [3.0] * 40)) == {}


def test_several_attempts_of_a_student_are_no_evidence_of_chance(quiz: Quiz) -> None:
    """Six students who make the same mistake ten times are six students."""
    wrong = option(quiz, "single0", "b")
    made = [
        QuizResult(
            f"s{student}",
            quiz.id,
            f"{student} {at}",
            (QuestionScore("single0", 0.0, "wrong", "", "", wrong),),
            attempt=at,
        )
        for student in range(6)
        for at in range(10)
    ]
    assert not raised(study(quiz, made, WhichAttempts.ALL, plain))


def test_a_pool_is_judged_by_those_who_had_the_question(quiz: Quiz) -> None:
    """Each of 200 students guesses 4 of the 12 questions; then one key of them is wrong, and they know."""
    for known in (0.0, 0.9):
        simulated = SimulatedClass(quiz, f"pool {known}", typed=3)
        truth = simulated.truth(single0=option(quiz, "single0", "b")) if known else {}
        made = [simulated.attempt(at, known, truth) for at in range(200)]
        made = [
            QuizResult(one.student, one.quiz, one.digest, tuple(simulated.stream.sample(one.questions, 4)))
            for one in made
        ]
        doubted = [
            name
            for name, flag in raised(study(quiz, made, WhichAttempts.FIRST, plain))
            if flag.worry is FlagKind.LIKELY_WRONG_KEY
        ]
        assert doubted == (["single0"] if known else [])


def test_chance_may_raise_a_flag_in_one_quiz_of_a_hundred() -> None:
    assert sum(ALLOWED.values()) == pytest.approx(0.01)
    assert ALLOWED.keys() == set(FlagKind)


groups = st.lists(st.integers(0, 5).map(lambda value: value / 10), min_size=1, max_size=5)


@given(groups, groups)
def test_the_rank_sum_test_counts_the_groups_that_do_as_well(these: list[float], others: list[float]) -> None:
    everybody = [*these, *others]
    ranks = [sum(a < b for a in everybody) + sum(a == b for a in everybody) / 2 for b in everybody]
    sums = [sum(group) for group in combinations(ranks, len(these))]
    assert rank_sum(these, others) == pytest.approx(sum(one >= sum(ranks[: len(these)]) for one in sums) / len(sums))


def test_large_groups_are_judged_as_random_groups_are() -> None:
    stream = random.Random(4)
    these = [stream.gauss(0.2, 1) for _ in range(80)]
    others = [stream.gauss(0, 1) for _ in range(120)]
    order = sorted(range(200), key=lambda at: [*these, *others][at])
    ranks = [order.index(at) for at in range(200)]
    as_well = sum(sum(stream.sample(ranks, 80)) >= sum(ranks[:80]) for _ in range(4000)) / 4000
    assert 0.05 < as_well < 0.2
    assert rank_sum(these, others) == pytest.approx(as_well, abs=0.02)


def test_binomial_tails_are_exact() -> None:
    assert binomial_tails(3, 4) == pytest.approx([1, 37 / 64, 10 / 64, 1 / 64])
    assert binomial_tails(1000, 2)[600] == pytest.approx(sum(comb(1000, hits) for hits in range(600, 1001)) / 2**1000)
