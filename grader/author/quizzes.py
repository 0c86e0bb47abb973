"""The promises that every quiz keeps. `author check` is this, for quizzes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from grader.author.variants import variant_problems
from grader.course import Course, yamlfile
from grader.course.quizfile import Kind
from grader.course.quizmodel import Choice, Matching, Numeric, Ordering, Question, Quiz, Task, Text
from grader.course.quiztext import slot_names
from grader.course.textfile import did_you_mean
from grader.errors import ContentError

MOST_LONGEST = 0.4  # of the single questions may have the longest option right
FEWEST_LONGEST = 3  # fewer are no pattern
LONGER, LONGER_BY = 1.1, 4  # a tenth, and this many characters: what a reader sees at a glance


@dataclass
class QuizProof:
    """What was proved of one quiz, and what was not."""

    quiz: str
    questions: int
    breaches: list[str] = field(default_factory=list)


def prove_quiz(course: Course, quiz: Quiz) -> QuizProof:
    return QuizProof(quiz.id, len(quiz.questions), [str(error) for error in quiz_breaches(course, quiz)])


def quiz_breaches(course: Course, quiz: Quiz) -> Iterator[ContentError]:
    """Everything that is wrong with a quiz whose file is well formed."""
    for index, question in enumerate(quiz.questions):
        for problem, *where in _question_problems(course, quiz, question):
            yield _error(quiz, index, problem, *where)
    yield from _uneven_pools(quiz)
    yield from _telling_lengths(quiz)


def _error(quiz: Quiz, index: int, problem: str, *where: str | int) -> ContentError:
    line = yamlfile.line_of(quiz.path, "questions", index, *where)
    return ContentError(quiz.path, f"question '{quiz.questions[index].id}': {problem}", line)


Problem = tuple[str, *tuple[str | int, ...]]


def _question_problems(course: Course, quiz: Quiz, question: Question) -> Iterator[Problem]:
    yield from _source_problems(course, question)
    yield from _practise_problems(course, question)
    yield from _misconception_problems(course, question)
    yield from _silent(question)
    yield from _parameter_problems(question)
    yield from variant_problems(quiz, question)


def _source_problems(course: Course, question: Question) -> Iterator[Problem]:
    if not question.sources:
        yield ("no source; add 'source: …', the document it is made from",)
    for name in question.sources:
        if course.sources and name not in course.sources:
            yield f"the source '{name}' is not in course.yaml{did_you_mean(name, course.sources)}", "source"


def _practise_problems(course: Course, question: Question) -> Iterator[Problem]:
    if not question.practise:
        yield ("no exercise; add 'practise: …', the exercise that practises it",)
    for slug in question.practise:
        if slug not in course.slugs:
            yield f"practise '{slug}' is no exercise{did_you_mean(slug, course.slugs)}", "practise"


def _misconception_problems(course: Course, question: Question) -> Iterator[Problem]:
    for index, name in enumerate(question.misconceptions):
        slug, _, mistake = name.partition("/")
        if slug not in course.slugs:
            yield f"'{slug}' is no exercise{did_you_mean(slug, course.slugs)}", "misconceptions", index
            continue
        exercise = course.find(slug)
        known = {path.stem for path in (exercise.solution_path / "misconceptions").glob("*.py")}
        if exercise.has_solution and mistake not in known:
            yield f"{slug} has no misconception '{mistake}'{did_you_mean(mistake, known)}", "misconceptions", index


def _silent(question: Question) -> Iterator[Problem]:
    """Every option says why it is right or wrong; the other types explain themselves."""
    if isinstance(question.task, Choice):
        for index, option in enumerate(question.task.options):
            if not option.feedback:
                yield f"option {index + 1} has no feedback; say why it is right or wrong", "options", index
    elif not question.explanation:
        yield "no explanation; say why the answer is what it is", "type"


def _parameter_problems(question: Question) -> Iterator[Problem]:
    texts = list(_texts(question))
    if not question.parameters and any("[[=" in text for text in texts):
        yield "it computes with [[= …]] but has no parameters; add them, or write the value", "prompt"
    used = set[str]().union(*map(slot_names, texts), *map(slot_names, _expressions(question)))
    for name in question.parameters:
        if name not in used:
            yield f"the parameter '{name}' is used nowhere; use it or remove it", "parameters", name


def _expressions(question: Question) -> Iterator[str]:
    """Expressions outside texts, written as slots."""
    found = [value for value in question.parameters.values() if isinstance(value, str)]
    task = question.task
    if isinstance(task, Numeric):
        numbers = (task.answer, task.low, task.high, task.tolerance, task.relative, *(m.answer for m in task.mistakes))
        found += [number for number in numbers if isinstance(number, str)]
    return (f"[[= {expression}]]" for expression in found)


def _texts(question: Question) -> Iterator[str]:
    yield from (question.prompt, question.explanation)
    yield from _task_texts(question.task)


def _task_texts(task: Task) -> Iterator[str]:
    match task:
        case Choice(options=options):
            yield from (text for option in options for text in (option.text, option.feedback))
        case Numeric(mistakes=mistakes):
            yield from (mistake.feedback for mistake in mistakes)
        case Text(accept=accept, mistakes=mistakes):
            yield from accept
            yield from (text for mistake in mistakes for text in (str(mistake.answer), mistake.feedback))
        case Ordering(items=items):
            yield from (item.text for item in items)
        case Matching(lefts=lefts, rights=rights):
            yield from (item.text for item in (*lefts, *rights))


def _uneven_pools(quiz: Quiz) -> Iterator[ContentError]:
    """Whoever draws another question of a pool can still earn as much."""
    first: dict[str, Question] = {}
    for index, question in enumerate(quiz.questions):
        if not question.pool:
            continue
        other = first.setdefault(question.pool, question)
        if other.points != question.points:
            problem = (
                f"worth {question.points:g} points, but '{other.id}' of the same pool {other.points:g}; make them equal"
            )
            yield _error(quiz, index, problem, "pool")


def _telling_lengths(quiz: Quiz) -> Iterator[ContentError]:
    """If the right option is often the longest, length alone answers the questions."""
    single = [question for question in quiz.questions if question.kind is Kind.SINGLE]
    telling = [question.id for question in single if _is_longest(question)]
    if len(telling) >= FEWEST_LONGEST and len(telling) > MOST_LONGEST * len(single):
        problem = f"in {len(telling)} of {len(single)} single questions the right option is the longest"
        remedy = "write longer distractors or shorter right options"
        yield ContentError(quiz.path, f"{problem} ({', '.join(telling)}); {remedy}", 1)


def _is_longest(question: Question) -> bool:
    options = question.task.options if isinstance(question.task, Choice) else ()
    right = max((len(option.text) for option in options if option.correct), default=0)
    wrong = max((len(option.text) for option in options if not option.correct), default=0)
    return right > LONGER * wrong and right >= wrong + LONGER_BY
