"""One submission × one exercise, through `Grader` with a real worker."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from grader.errors import ContentError, UsageError
from grader.grade import Grader, salted
from grader.results import CheckResult, ExerciseResult, Outcome
from grader.submission import Submission
from grader.worker import Worker, start_worker
from tests.conftest import RIGHT, MiniCourse

HEAD = "import numpy as np\n"


@pytest.fixture(scope="module")
def hands() -> Iterator[Worker]:
    """One worker for all the tests here; `test_worker.py` compares its two kinds."""
    with start_worker(isolation="L0") as made:
        yield made


@pytest.fixture(scope="module")
def torch_hands() -> Iterator[Worker]:
    """One for those that need torch: its children take longer to make."""
    with start_worker(isolation="L0") as made:
        yield made


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache for this test alone."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "attention-grader"


Grade = Callable[..., ExerciseResult]


@pytest.fixture
def grade(hands: Worker, mini: MiniCourse) -> Grade:
    """Grades a source as double.py of the small course as it is now."""

    def run(source: str, **options: Any) -> ExerciseResult:
        return grade_with(hands, mini, source, **options)

    return run


def grade_with(
    worker: Worker,
    mini: MiniCourse,
    source: str,
    keep: bool = True,
    files: tuple[tuple[str, bytes], ...] = (),
    **options: Any,
) -> ExerciseResult:
    course = mini.load()
    submission = Submission(Path("double.py"), dedent(source).encode(), files)
    return Grader(course, worker, keep=keep).grade(course.find("double"), submission, **options)


def by_id(result: ExerciseResult) -> dict[str, CheckResult]:
    return {check.id: check for check in result.checks}


def outcomes(result: ExerciseResult) -> dict[str, str]:
    return {check.id: check.outcome.value for check in result.checks}


def without_seconds(result: ExerciseResult) -> str:
    """The result as text, without timings and whatever the order of its checks."""
    checks = sorted((replace(check, seconds=0.0) for check in result.checks), key=lambda check: check.id)
    return json.dumps(replace(result, checks=tuple(checks)).to_json())


# ---- results


def test_a_right_answer_gets_every_point(grade: Grade) -> None:
    result = grade(RIGHT)
    assert result.passed
    assert (result.score, result.max_score) == (5, 5)
    assert [check.id for check in result.checks] == ["doubles", "negative", "adds", "secret"]
    assert [check.hidden for check in result.checks] == [False, False, False, True]
    assert not any(check.message or check.details for check in result.checks)


def test_a_result_survives_its_record(grade: Grade) -> None:
    result = grade("def double(x): return x * x\ndef total(x): return x.sum()")
    assert ExerciseResult.from_json(json.loads(json.dumps(result.to_record()))) == result


WRONG = """
import random
import numpy as np


def double(x):
    print("got", sorted({"a", "b", "c"}), np.random.rand(), random.random())
    return x * x


def total(x):
    weights = {word: len(word) for word in {"one", "three", "fourteen"}}
    raise ValueError(f"cannot add {list(weights)} {np.random.rand()}")
"""


def shuffled(mini: MiniCourse, copies: int) -> Iterator[None]:
    """The course with the functions of its checks file in another order, each time."""
    path = mini.exercise / "checks.py"
    head, *functions = re.split(r"(?m)^(?=@check)", path.read_text())
    shuffle = random.Random(5).shuffle
    for _ in range(copies):
        path.write_text(head + "\n\n".join(function.strip() + "\n" for function in functions))
        yield
        shuffle(functions)


def test_the_same_submission_gets_the_same_result_two_hundred_times(mini: MiniCourse) -> None:
    """On several workers, with the checks in several orders, with outcomes kept and not."""
    results: list[str] = []
    for n, _ in enumerate(shuffled(mini, 5)):
        with start_worker() as worker:
            results += [without_seconds(grade_with(worker, mini, WRONG, keep=bool(n % 2 or k))) for k in range(40)]
    assert len(results) == 200
    assert len(set(results)) == 1
    found = by_id(ExerciseResult.from_json(json.loads(results[0])))
    assert {check.id: check.misconception for check in found.values()} == {
        "doubles": "squared", "negative": "squared", "adds": None, "secret": None,
    }  # fmt: skip
    assert found["adds"].outcome is Outcome.RAISED


def test_a_check_alone_gets_the_result_it_gets_among_the_others(grade: Grade) -> None:
    whole = by_id(grade(WRONG))
    for name in ("doubles", "negative", "adds"):
        (alone,) = grade(WRONG, only=[name]).checks
        assert replace(alone, seconds=0.0, misconception=None, diagnosis=None, advice=None) == replace(
            whole[name], seconds=0.0, misconception=None, diagnosis=None, advice=None
        )


def test_only_runs_what_it_names_and_counts_its_points(grade: Grade) -> None:
    result = grade(RIGHT, only=["negative", "doubles"])
    assert [check.id for check in result.checks] == ["doubles", "negative"]
    assert (result.score, result.max_score) == (3, 3)


@pytest.mark.parametrize("name", ["doublez", "secret"])
def test_only_knows_no_other_checks_than_the_public_ones(grade: Grade, name: str) -> None:
    with pytest.raises(UsageError, match=f"no check '{name}'; it has: doubles, negative, adds"):
        grade(RIGHT, only=[name])


def test_a_hidden_check_tells_that_it_failed_and_nothing_else(grade: Grade) -> None:
    """How it failed is known, and told to nobody who reads the result as JSON."""
    ways = {"print(x); return x * x": Outcome.FAILED, "raise ValueError(str(x))": Outcome.RAISED}
    ways |= {"return": Outcome.RETURNED_NONE, "import os; os.abort()": Outcome.CRASHED}
    told = set[str]()
    for way, kind in ways.items():
        result = grade(f"def double(x):\n    if len(x) < 50: return 2 * x\n    {way}\ndef total(x): return x.sum()")
        secret = by_id(result)["secret"]
        assert (secret.outcome, secret.kind) == (Outcome.FAILED, kind)
        assert (secret.message, secret.details, secret.printed, secret.misconception) == ("", (), "", None)
        told.add(without_seconds(result))
    assert len(told) == 1


def test_a_torch_answer_to_a_numpy_exercise_passes(torch_hands: Worker, mini: MiniCourse) -> None:
    source = """
        import torch
        def double(x): return torch.as_tensor(x).requires_grad_() * 2
        def total(x): return torch.as_tensor(x).sum()
    """
    assert grade_with(torch_hands, mini, source).passed


# ---- follows, raises, returns


def test_a_failure_that_follows_from_another_points_there(grade: Grade, mini: MiniCourse) -> None:
    mini.checks(
        """
        @check("one value is doubled")
        def first(impl, rng):
            return impl.double(np.array([1.5]))

        @check("many values are doubled", follows="first")
        def second(impl, rng):
            return impl.double(rng.normal(size=9))
        """,
        {"first": 1, "second": 1},
    )
    both = by_id(grade("def double(x): return x + 2"))
    assert (both["first"].follows, both["second"].follows) == (None, "first")
    one = by_id(grade("def double(x): return 2 * x if len(x) == 1 else x"))
    assert one["first"].passed
    assert one["second"].follows is None
    assert one["second"].message


def test_a_passed_check_counts_although_the_one_it_follows_failed(grade: Grade, mini: MiniCourse) -> None:
    mini.checks(
        """
        @check("one value is doubled")
        def first(impl, rng):
            return impl.double(np.array([1.5]))

        @check("many values are doubled", follows="first")
        def second(impl, rng):
            return impl.double(rng.normal(size=9))
        """,
        {"first": 1, "second": 1},
    )
    result = grade("def double(x): return 2 * x if len(x) > 1 else x")
    assert result.score == 1
    assert by_id(result)["second"].follows is None


@pytest.mark.parametrize(
    ("body", "outcome", "says"),
    [
        ("raise ValueError('no')", "passed", ""),
        ("raise UnicodeError", "passed", ""),
        ("raise TypeError('no')", "exception", "raised TypeError: no"),
        ("return x", "failed", "returned a result, expected it to raise ValueError"),
        ("return None", "failed", "returned a result, expected it to raise ValueError"),
        ("import os; os._exit(0)", "exited", "ended the program"),
        ("raise type('ValueError', (Exception,), {})", "passed", ""),
    ],
)
def test_an_expected_exception_passes_with_its_subclasses(
    grade: Grade, mini: MiniCourse, body: str, outcome: str, says: str
) -> None:
    mini.checks(
        """
        @check("words are refused", raises="ValueError")
        def refuses(impl, rng):
            return impl.double("word")
        """,
        {"refuses": 1},
    )
    mini.write("solutions/1_basics/01_double/solution.py", "def double(x):\n    raise ValueError('a word')\n")
    (check,) = grade(f"def double(x):\n    {body}").checks
    assert check.outcome.value == outcome
    assert says in check.message


TYPED = """
    @check("an array comes back", returns="array")
    def array(impl, rng):
        return impl.double(np.array([1.5, 2.5]))

    @check("a tensor comes back", returns="tensor")
    def tensor(impl, rng):
        return impl.double(np.array([1.5, 2.5]))

    @check("the values are right")
    def values(impl, rng):
        return impl.double(np.array([1.5, 2.5]))
"""


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        ("2 * x", {"array"}),
        ("(2 * x).tolist()", set()),
        ("[tensor(2 * x[0]), (2 * x)[1:].reshape(())]", set()),
        ("tensor(x) * 2", {"tensor"}),
    ],
)
def test_a_type_is_asked_for_only_where_the_check_says_so(
    torch_hands: Worker, mini: MiniCourse, answer: str, right: set[str]
) -> None:
    mini.checks(TYPED, {"array": 1, "tensor": 1, "values": 1})
    mini.write("solutions/1_basics/01_double/solution.py", "def double(x):\n    return 2 * x\n")
    result = grade_with(torch_hands, mini, f"from torch import tensor\ndef double(x): return {answer}")
    assert {check.id for check in result.checks if check.passed} == {"values"} | right
    assert {check.outcome for check in result.checks if not check.passed} == {Outcome.WRONG_TYPE}


# ---- judges


JUDGED = """
    @check("any even number will do")
    def even(impl, rng):
        return impl.double(3)
"""


def test_a_judge_decides_where_many_values_are_right(grade: Grade, mini: MiniCourse) -> None:
    mini.checks(JUDGED, {"even": 1})
    mini.write(
        "exercises/1_basics/01_double/judges.py",
        """
        from grader.checks import judge

        @judge("even")
        def is_even(value, reference, secret):
            assert reference == 6 and secret is None
            return None if value % 2 == 0 else f"{value} is odd"
        """,
    )
    assert grade("def double(x): return 4").passed
    (check,) = grade("def double(x): return 5").checks
    assert (check.outcome, check.message) == (Outcome.FAILED, "5 is odd")


@pytest.mark.parametrize("answer", ["'word'", "None", "{}", "object()", "[1, 2]", "print"])
def test_a_judge_that_stumbles_over_a_strange_value_fails_the_value(
    grade: Grade, mini: MiniCourse, answer: str
) -> None:
    mini.checks(JUDGED, {"even": 1})
    mini.write(
        "exercises/1_basics/01_double/judges.py",
        """
        from grader.checks import judge

        @judge("even")
        def is_even(value, reference, secret):
            return None if int(value * 1.0) % 2 == 0 else "odd"
        """,
    )
    (check,) = grade(f"def double(x): return {answer}").checks
    assert (check.outcome, check.score) == (Outcome.WRONG_TYPE, 0)


def test_a_judge_that_fails_on_the_reference_costs_no_points(grade: Grade, mini: MiniCourse) -> None:
    mini.checks(JUDGED, {"even": 1})
    mini.write(
        "exercises/1_basics/01_double/judges.py",
        "from grader.checks import judge\n\n\n@judge('even')\ndef is_even(value, reference, secret):\n    1 / 0\n",
    )
    result = grade("def double(x): return 5")
    assert outcomes(result) == {"even": "grader_error"}
    assert result.faulty
    assert result.score == 1
    assert "ZeroDivisionError" in result.checks[0].message


def test_judges_that_cannot_be_loaded_are_the_authors_error(grade: Grade, mini: MiniCourse) -> None:
    mini.checks(JUDGED, {"even": 1})
    mini.write("exercises/1_basics/01_double/judges.py", "import nowhere_at_all\n")
    with pytest.raises(ContentError, match=r"judges\.py.*nowhere_at_all"):
        grade(RIGHT)


def test_a_hidden_judge_decides_and_its_sentence_stays_hidden(grade: Grade, mini: MiniCourse) -> None:
    mini.write(
        "solutions/1_basics/01_double/hidden_judges.py",
        """
        from grader.checks import judge

        @judge("secret")
        def long_enough(value, reference, secret):
            return None if len(value) == 50 else f"it has {len(value)} values"
        """,
    )
    assert by_id(grade("def double(x): return x"))["secret"].passed
    secret = by_id(grade("def double(x): return x[:3]"))["secret"]
    assert (secret.outcome, secret.message) == (Outcome.FAILED, "")


SCAN = '''
import os, re

def scan(pattern):
    """What this process holds in memory, wherever it is."""
    found = set()
    memory = os.open("/proc/self/mem", os.O_RDONLY)
    for line in open("/proc/self/maps"):
        span, rights = line.split()[:2]
        start, end = (int(edge, 16) for edge in span.split("-"))
        if not rights.startswith("rw"): continue
        for at in range(start, end, 1 << 20):
            try: chunk = os.pread(memory, min((1 << 20) + 64, end - at), at)
            except OSError: continue
            found.update(re.findall(pattern, chunk))
    return sorted(word.decode() for word in found)

def double(given): return scan(rb"(?:inputs|secret|expect)-[0-9]{4}")
'''


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_what_given_keeps_back_and_what_is_expected_never_enter_the_child(mini: MiniCourse) -> None:
    """The submission searches all of its memory: it finds its inputs, and neither secret nor reference."""
    mini.checks(
        """
        @check("the inputs are read")
        def reads(impl, rng, given):
            return impl.double(given)
        """,
        {"reads": 1},
    )
    mini.write(
        "exercises/1_basics/01_double/judges.py",
        """
        from grader.checks import given, judge

        @given("reads")
        def make(rng):
            number = rng.randint(1000, 9999)
            return {"text": f"inputs-{number}"}, f"secret-{number}"

        @judge("reads")
        def compare(value, reference, secret):
            assert reference == "expect-1234" and secret.startswith("secret-")
            return "found " + ", ".join(value)
        """,
    )
    mini.write("solutions/1_basics/01_double/solution.py", "def double(given):\n    return 'expect-1234'\n")
    with start_worker(isolation="L0") as worker:  # elsewhere a child cannot even read its own memory
        for _ in range(2):  # the second time with everything known to the grader beforehand
            (check,) = grade_with(worker, mini, SCAN).checks
            assert re.fullmatch(r"found inputs-\d{4}", check.message)


def test_what_given_makes_is_the_same_for_submission_reference_and_judge(grade: Grade, mini: MiniCourse) -> None:
    mini.checks(
        """
        @check("the inputs are doubled")
        def doubles(impl, rng, given):
            return impl.double(given)
        """,
        {"doubles": 1},
    )
    mini.write(
        "exercises/1_basics/01_double/judges.py",
        """
        import numpy as np
        from grader.checks import given, judge

        @given("doubles")
        def make(rng):
            x = rng.normal(size=3)
            return x, 2 * x

        @judge("doubles")
        def compare(value, reference, secret):
            assert np.array_equal(reference, secret)
            return None if np.array_equal(value, secret) else "other values"
        """,
    )
    assert grade(RIGHT).passed
    assert grade("def double(x):\n    x += x\n    return x").passed
    assert grade("def double(x): return x").checks[0].message == "other values"


def test_all_that_an_exercise_gives_comes_from_one_seed_so_that_data_is_split_in_one_way(
    grade: Grade, mini: MiniCourse
) -> None:
    mini.checks(
        """
        @check("new ones")
        def new(impl, rng, given):
            return impl.double(given)

        @check("new ones again")
        def again(impl, rng, given):
            return impl.double(given)
        """,
        {"new": 1, "again": 1},
    )
    mini.write(
        "exercises/1_basics/01_double/judges.py",
        """
        from grader.checks import given, judge

        def split(rng):
            order = rng.permutation(1000)
            return order[:10], order[10:]

        @given("new")
        def some(rng):
            held_out, known = split(rng)
            return known, held_out

        @given("again")
        def others(rng):
            held_out, known = split(rng)
            return known, held_out

        @judge("new")
        def first(value, reference, secret):
            return " ".join(map(str, secret))

        @judge("again")
        def second(value, reference, secret):
            return " ".join(map(str, secret))
        """,
    )
    first, second = grade(RIGHT).checks
    assert len(first.message.split()) == 10
    assert first.message == second.message


def test_inputs_that_nothing_makes_are_the_authors_error(grade: Grade, mini: MiniCourse) -> None:
    mini.checks('@check("a")\ndef reads(impl, rng, given):\n    return impl.double(given)\n', {"reads": 1})
    with pytest.raises(ContentError, match="nothing makes them"):
        grade(RIGHT)


# ---- inject


MODULE = """
import torch

class Scale(torch.nn.Module):
    def __init__(self):
        super().__init__()
        {init}

    def forward(self, x):
        return x * self.weight[:1] + self.bias
"""
PARAMETERS = "self.bias = torch.nn.Parameter(torch.rand(1)); self.weight = torch.nn.Parameter(torch.rand(3))"


@pytest.fixture
def module(mini: MiniCourse) -> MiniCourse:
    mini.checks(
        """
        import torch

        @check("the input is scaled")
        def scales(impl, rng):
            module = inject(impl.Scale(), rng)
            return module(torch.ones(2))
        """,
        {"scales": 2},
    )
    mini.write("solutions/1_basics/01_double/solution.py", MODULE.format(init=PARAMETERS))
    return mini


@pytest.mark.parametrize(
    "init",
    [
        PARAMETERS,
        "self.weight = torch.nn.Parameter(torch.zeros(3)); self.bias = torch.nn.Parameter(torch.zeros(1))",
        "torch.rand(9); " + PARAMETERS,
        "self.register_buffer('mask', torch.ones(4)); " + PARAMETERS,
        PARAMETERS + "; self.weight.data = self.weight.data.float()",
    ],
    ids=["same", "other order", "other draws", "buffer", "float32"],
)
def test_order_and_start_values_of_parameters_decide_nothing(
    torch_hands: Worker, module: MiniCourse, init: str
) -> None:
    assert grade_with(torch_hands, module, MODULE.format(init=init)).passed


@pytest.mark.parametrize(
    ("init", "says"),
    [
        (
            "self.weight = torch.nn.Parameter(torch.rand(3)); self.bias = 0.0",
            "the module has no parameter 'bias' of shape (1,): keep the names and shapes of the stub",
        ),
        (
            PARAMETERS + "; self.extra = torch.nn.Parameter(torch.rand(2))",
            "the module has a parameter 'extra' that the stub does not name: keep the names and shapes of the stub",
        ),
        (
            PARAMETERS + "; self.weight = torch.nn.Parameter(torch.rand(3, 2))",
            "the module has 'weight' of shape (3, 2), expected (3,): keep the names and shapes of the stub",
        ),
        (
            "self.bias = 0; self.b, self.weight = (torch.nn.Parameter(torch.rand(n)) for n in (1, 4))",
            "the module has no parameter 'bias' of shape (1,) and has a parameter 'b' that the stub does not name "
            "and has 'weight' of shape (4,), expected (3,): keep the names and shapes of the stub",
        ),
    ],
    ids=["missing", "extra", "shape", "all"],
)
def test_other_parameters_than_the_stubs_are_named_with_shapes(
    torch_hands: Worker, module: MiniCourse, init: str, says: str
) -> None:
    source = MODULE.format(init=init).replace("self.weight[:1]", "self.weight.flatten()[:1]")
    (check,) = grade_with(torch_hands, module, source).checks
    assert (check.outcome, check.score, check.message) == (Outcome.FAILED, 0, says)


# ---- the grader's own failures


def test_a_reference_that_fails_costs_no_points_and_only_where_it_fails(grade: Grade, mini: MiniCourse) -> None:
    solution = "import numpy as np\n\n\ndef double(x):\n    return 2 * np.asarray(x)\n\n\ndef total(x):\n    1 / 0\n"
    mini.write("solutions/1_basics/01_double/solution.py", solution)
    result = grade("def double(x): return x\ndef total(x): return 'nonsense'")
    assert outcomes(result) == {
        "doubles": "failed", "negative": "failed", "adds": "grader_error", "secret": "failed",
    }  # fmt: skip
    assert (result.score, result.max_score) == (1, 5)
    assert result.faulty


@pytest.mark.skipif(sys.platform != "linux", reason="finds the server in /proc")
@pytest.mark.parametrize("wrong", ["def double(x): return 0", "import torch\ndef double(x): return 0"])
def test_a_server_that_dies_costs_no_points(mini: MiniCourse, wrong: str) -> None:
    def below() -> set[int]:
        return {
            int(pid) for task in Path("/proc/self/task").iterdir() for pid in (task / "children").read_text().split()
        }

    before = below()
    with start_worker("forked") as worker:
        (server,) = below() - before
        assert grade_with(worker, mini, RIGHT).passed
        os.kill(server, signal.SIGKILL)
        os.waitid(os.P_PID, server, os.WEXITED | os.WNOWAIT)
        result = grade_with(worker, mini, wrong)
    assert set(outcomes(result).values()) == {"grader_error"}
    assert (result.score, result.max_score) == (5, 5)
    assert "failed" in result.notes[0]


FORGED = """
import os
from grader.worker import wire

def double(x):
    forged = wire.pack(wire.dump({{"is": "outcome", "check": {check!r}}}), {head!r}, {body!r})
    for descriptor in range(3, 64):
        try: os.write(descriptor, forged)
        except OSError: pass
    os._exit(0)

def total(x): return x.sum()
"""


@pytest.mark.parametrize(
    ("head", "body"),
    [
        (b'{"status":"value","value":{"x":1}}', b""),
        (b'{"status":"value","value":1}', b"left over"),
        (b'{"status":"value","value":{"a":["float64",[9]]}}', b""),
        (b'{"status":"value"}', b""),
        (b'{"status":"value","value":"\\ud800"}', b""),
        (b'{"status":"value","value":{"d":[["\\ud800",1]]}}', b""),
        (b'{"status":"frames"}', b""),
        (b'{"status":"not_implemented"}', b""),
        (b'{"status":"raised","error":{"type":["x"],"frames":[["double.py",-5,{}],["double.py",1e9,1],7]}}', b""),
        (b'{"status":"raised","error":{"type":"NotImplementedError","frames":[["nowhere.py",3,"f"]]}}', b""),
        (b'{"status":"syntax","error":{"file":9,"line":10000000000000000000000,"column":-3}}', b""),
        (b'{"status":"missing","error":{"name":{},"defines":{"a":1}}}', b""),
        (b'{"status":"crashed","error":{"signal":-1}}', b""),
        (b'{"status":"arguments","error":"text"}', b""),
        (b'{"status":"timed_out"}', b""),
        (b'{"status":"value","value":1,"notes":[{"w":[3]}],"kinds":{}}', b""),
    ],
    ids=lambda part: part[:50].decode(),
)
def test_a_forged_outcome_earns_nothing_and_breaks_nothing(grade: Grade, head: bytes, body: bytes) -> None:
    """Whatever a child says of one check: that check fails, the others keep their results, and it can be shown."""
    result = grade(FORGED.format(check="doubles", head=head, body=body))
    assert not result.faulty
    assert not by_id(result)["doubles"].passed
    assert by_id(result)["adds"].passed
    assert result.score == 1
    json.dumps(result.to_json(), ensure_ascii=False).encode()


# ---- the cache


@pytest.fixture
def runs(mini: MiniCourse, tmp_path: Path) -> Callable[[], int]:
    """How often the solution has been loaded so far."""
    log = tmp_path / "runs"
    path = mini.solution / "solution.py"
    path.write_text(f"open({str(log)!r}, 'a').write('x')\n" + path.read_text())
    return lambda: len(log.read_text()) if log.exists() else 0


BAD = "def double(x): return x * x\ndef total(x): return x.sum()"


def test_outcomes_are_kept_and_not_computed_again(grade: Grade, runs: Callable[[], int], kept: Path) -> None:
    first = grade(BAD)
    count = runs()
    assert count > 0
    assert len(list(kept.iterdir())) == 2
    assert without_seconds(grade(BAD)) == without_seconds(first)
    assert grade(RIGHT).passed
    assert runs() == count
    assert all(file.suffix == ".bin" for file in kept.iterdir())


def test_mistakes_run_only_after_a_failure(grade: Grade, kept: Path) -> None:
    grade(RIGHT)
    assert len(list(kept.iterdir())) == 1


def test_other_seeds_are_not_kept(grade: Grade, kept: Path) -> None:
    assert not grade(BAD, setting=salted(7, 3)).passed
    assert grade(RIGHT, setting=salted(7, 4)).passed
    assert not kept.exists()


def _flip(at: float) -> Callable[[bytes], bytes]:
    def damage(data: bytes) -> bytes:
        changed = bytearray(data)
        changed[int(at * (len(data) - 1))] ^= 0x10
        return bytes(changed)

    return damage


@pytest.mark.parametrize(
    "damage",
    [lambda _: b"", lambda data: data[:-1], lambda data: data[:20], lambda data: data * 2]
    + [_flip(at) for at in (0.0, 0.002, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0)],
    ids=[
        "empty",
        "cut",
        "start only",
        "twice",
        *(f"bit at {at}" for at in (0, 0.002, 0.1, 0.3, 0.5, 0.7, 0.9, 1)),
    ],
)
def test_damaged_outcomes_are_computed_again(grade: Grade, kept: Path, damage: Callable[[bytes], bytes]) -> None:
    first = without_seconds(grade(BAD))
    whole = {file: file.read_bytes() for file in kept.iterdir()}
    for file, data in whole.items():
        file.write_bytes(damage(data))
    assert without_seconds(grade(BAD)) == first
    assert {file: file.read_bytes() for file in kept.iterdir()} == whole


def test_a_cache_that_cannot_be_used_does_no_harm(
    grade: Grade, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file" / "below"))
    assert grade(RIGHT).passed
    assert not grade(BAD).passed
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", "")
    assert grade(RIGHT).passed


def test_without_keeping_nothing_is_written(grade: Grade, kept: Path) -> None:
    assert not grade(BAD, keep=False).passed
    assert not kept.exists()


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("solutions/1_basics/01_double/solution.py", "2 *", "3 *"),
        ("exercises/1_basics/01_double/checks.py", "impl.double(", "-impl.double("),
        ("solutions/1_basics/01_double/hidden_checks.py", "return impl", "return -impl"),
        ("course.yaml", "seed: 7", "seed: 8"),
    ],
)
def test_changed_content_is_noticed(grade: Grade, mini: MiniCourse, kept: Path, file: str, old: str, new: str) -> None:
    grade(RIGHT)
    text = (mini.path / file).read_text()
    (mini.path / file).write_text(text.replace(old, new))
    assert grade(RIGHT).passed == (not file.endswith("solution.py"))
    assert len([kept_file for kept_file in kept.iterdir() if kept_file.suffix == ".bin"]) >= 2


def test_a_changed_misconception_is_noticed(grade: Grade, mini: MiniCourse) -> None:
    assert by_id(grade(BAD))["doubles"].misconception == "squared"
    path = mini.solution / "misconceptions" / "squared.py"
    path.write_text(path.read_text().replace("The value is squared.", "It is x times x."))
    assert by_id(grade(BAD))["doubles"].diagnosis == "It is x times x."
    path.write_text(path.read_text().replace("x * x", "x * x * x"))
    assert by_id(grade(BAD))["doubles"].misconception is None


# ---- own work


FORBIDS = "forbids: {names: [numpy.multiply, numpy.linalg.norm, numpy.vectorize], points: 2}\n"
POINTS = {"doubles": 2.0, "negative": 1.0, "adds": 1.0, "secret": 1.0}
PLAIN = "def total(x): return sum(x)\n"


@pytest.mark.parametrize(
    ("source", "name", "place"),
    [
        ("import numpy\ndef double(x): return numpy.multiply(2, x)\n", "numpy.multiply", "double.py, line 2"),
        ("import numpy as xp\n\ndef double(x): return xp.multiply(2, x)\n", "numpy.multiply", "double.py, line 3"),
        ("from numpy import multiply\ndef double(x): return multiply(2, x)\n", "numpy.multiply", "double.py, line 2"),
        ("from numpy.linalg import norm as double\n", "numpy.linalg.norm", "double.py"),
        ("from numpy import *\ndef double(x): return multiply(2, x)\n", "numpy.multiply", "double.py, line 2"),
        (
            "from numpy._core.umath import multiply\ndef double(x): return multiply(2, x)\n",
            "numpy.multiply",
            "double.py, line 2",
        ),
        (
            "import numpy as np\ntimes = np.multiply\ndef double(x): return helper(x)\n"
            "def helper(x):\n    return times(2, x)\n",
            "numpy.multiply",
            "double.py, line 5",
        ),
        (
            "import numpy as np\ndef double(x): return getattr(np, 'multi' + 'ply')(2, x)\n",
            "numpy.multiply",
            "double.py, line 2",
        ),
        ("import helper\ndef double(x): return helper.twice(x)\n", "numpy.multiply", "helper.py, line 3"),
        (
            "import numpy as np\ndef double(x):\n    return np.vectorize(lambda one: 2 * one)(x)\n",
            "numpy.vectorize",
            "double.py, line 3",
        ),
        (
            "import numpy as np\nclass Twice(np.vectorize):\n    def __init__(self):\n"
            "        super().__init__(lambda one: 2 * one)\ndef double(x): return Twice()(x)\n",
            "numpy.vectorize",
            "double.py, line 4",
        ),
    ],
    ids=[
        "module",
        "alias",
        "from",
        "called by the check",
        "star",
        "another name",
        "assigned",
        "getattr",
        "sibling file",
        "class",
        "subclass",
    ],
)
def test_a_forbidden_call_is_refused_wherever_it_comes_from_and_told_with_its_line(
    grade: Grade, mini: MiniCourse, source: str, name: str, place: str
) -> None:
    mini.yaml(POINTS, FORBIDS)
    helper = b"import numpy as np\ndef twice(x):\n    return np.multiply(2, x)\n"
    result = grade(source + PLAIN, files=(("helper.py", helper),))
    own, first = by_id(result)["own_work"], by_id(result)["doubles"]
    assert (own.outcome, first.outcome) == (Outcome.FAILED, Outcome.RAISED)
    assert own.message == first.message == f"{place} calls {name}, which this exercise asks you to write yourself"
    assert (result.score, result.max_score) == (1, 7)  # what does not call it keeps its points


def test_a_forbidden_library_is_not_loaded_for_code_that_never_mentions_it_and_refused_if_it_is_hidden(
    grade: Grade, mini: MiniCourse
) -> None:
    mini.yaml(POINTS, "forbids: {names: [torch.nn.functional.softmax], points: 2}\n")
    plain = grade("import sys\ndef double(x):\n    assert 'tor' + 'ch' not in sys.modules\n    return 2 * x\n" + PLAIN)
    assert (plain.score, plain.max_score) == (7, 7)
    hidden = "name = 'tor' + 'ch'\ndef double(x):\n    import importlib\n    t = importlib.import_module(name)\n"
    hidden += "    return t.nn.functional.softmax(t.as_tensor(x), -1) * 0 + t.as_tensor(2 * x)\n"
    outcomes = by_id(grade(hidden + PLAIN))
    assert outcomes["own_work"].outcome is Outcome.FAILED
    assert outcomes["negative"].message.endswith("which this exercise asks you to write yourself")


def test_a_forbidden_call_while_the_file_is_imported_is_told_with_its_line(grade: Grade, mini: MiniCourse) -> None:
    mini.yaml(POINTS, FORBIDS)
    result = grade("import numpy as np\nTWICE = np.multiply(2, 1)\ndef double(x): return TWICE * x\n" + PLAIN)
    assert by_id(result)["own_work"].outcome is Outcome.FAILED
    assert by_id(result)["own_work"].message.startswith("double.py, line 2 calls numpy.multiply,")
    assert result.score == 0


@pytest.mark.parametrize(
    "source",
    [
        "def double(x):\n    'numpy.multiply would do it'\n    return 2 * x  # not np.multiply(2, x)\n",
        "from numpy import multiply, vectorize\nimport numpy.linalg\ndef double(x): return 2 * x\n",
        "import numpy as np\nWAYS = {'times': np.multiply, 'all': np.vectorize}\ndef double(x): return x + x\n",
        "import numpy as np\ndef double(x): return 2 * x if True else np.multiply(2, x)\n",
        "import numpy as np\nclass Own(np.vectorize): pass\ndef double(x): return 2 * x\n",
        "from numpy import *\ndef multiply(a, b): return a * b\ndef double(x): return multiply(2, x)\n",
    ],
    ids=["texts", "imported", "held", "never reached", "subclass without an object", "own function of that name"],
)
def test_a_forbidden_name_that_is_not_called_costs_nothing(grade: Grade, mini: MiniCourse, source: str) -> None:
    mini.yaml(POINTS, FORBIDS)
    result = grade(source + PLAIN)
    assert by_id(result)["own_work"].passed
    assert (result.score, result.max_score) == (7, 7)


def test_a_forbidden_name_that_does_not_exist_does_no_harm_and_the_others_are_refused(
    grade: Grade, mini: MiniCourse
) -> None:
    mini.yaml(POINTS, FORBIDS.replace("[", "[numpy.no_such_thing, no_such_library.thing, "))
    assert grade(RIGHT).score == 7
    assert not by_id(grade(HEAD + "def double(x): return np.multiply(2, x)\n" + PLAIN))["own_work"].passed


def test_a_forbidden_call_in_a_hidden_check_alone_fails_that_check_and_tells_nothing(
    grade: Grade, mini: MiniCourse
) -> None:
    mini.yaml(POINTS, FORBIDS)
    start = HEAD + "def double(x):\n    if len(x) < 50: return 2 * x\n    return "
    refused, wrong = (grade(start + end + "\n" + PLAIN) for end in ("np.multiply(2, x)", "3 * x"))
    assert by_id(refused)["own_work"].passed
    assert (refused.score, refused.max_score) == (6, 7)
    assert by_id(refused)["secret"].kind is Outcome.RAISED
    assert without_seconds(refused) == without_seconds(wrong)


def test_a_reference_that_calls_what_is_forbidden_from_now_on_is_noticed(grade: Grade, mini: MiniCourse) -> None:
    """Its kept outcomes are of no use: what it computed then would be held against everybody."""
    mini.yaml(POINTS)
    assert grade(BAD).score == 1
    mini.yaml(POINTS, FORBIDS.replace("[", "[numpy.sum, "))
    result = grade(BAD)
    assert outcomes(result)["adds"] == "grader_error"
    assert result.faulty


@pytest.mark.parametrize("source", ["", "def double(x):", "def double(x): raise NotImplementedError", "1 / 0"])
def test_own_work_earns_nothing_while_nothing_runs(grade: Grade, mini: MiniCourse, source: str) -> None:
    mini.yaml(POINTS, FORBIDS)
    result = grade(source)
    assert by_id(result)["own_work"].outcome is Outcome.NOT_ATTEMPTED
    assert result.score == 0


def test_own_work_is_looked_at_only_with_the_whole_exercise(grade: Grade, mini: MiniCourse) -> None:
    mini.yaml(POINTS, FORBIDS)
    assert [check.id for check in grade(RIGHT, only=["adds"]).checks] == ["adds"]


# ---- diagnosis, end to end


def test_a_known_mistake_is_named_with_its_advice_on_its_own_checks_only(grade: Grade) -> None:
    result = by_id(grade(HEAD + "def double(x): return np.square(x)\ndef total(x): return np.mean(x)"))
    for name in ("doubles", "negative"):
        assert result[name].misconception == "squared"
        assert result[name].diagnosis == "The value is squared."
        assert result[name].advice == "Add the value to itself instead."
    assert result["adds"].outcome is Outcome.FAILED
    assert (result["adds"].misconception, result["secret"].misconception) == (None, None)


@pytest.mark.parametrize(
    ("body", "name"),
    [
        ("return np.abs(x) + np.abs(x)", "absolute"),
        ("return x.astype(np.float32) ** 2", "squared"),
        ("return x ** 2 + 0.01", None),
        ("return x ** 3", None),
        ("return x * 0", None),
        ("return x * np.nan", None),
        ("raise ValueError", None),
        ("return x ** 2 if x.ndim > 1 else np.abs(x) * 2", None),
    ],
)
def test_only_what_fits_everywhere_is_named(grade: Grade, body: str, name: str | None) -> None:
    result = by_id(grade(HEAD + f"def double(x): {body}\ndef total(x): return x.sum()"))
    assert {result["doubles"].misconception, result["negative"].misconception} == {name}
    assert result["adds"].misconception is None


def test_two_mistakes_in_two_functions_are_both_named(grade: Grade, mini: MiniCourse) -> None:
    mini.write(
        "solutions/1_basics/01_double/misconceptions/averaged.py",
        '"""It is the mean.\n\nAdd, and do not divide.\n"""\n\n\ndef total(x):\n    return x.mean()\n',
    )
    result = by_id(grade(HEAD + "def double(x): return x ** 2\ndef total(x): return np.mean(x)"))
    assert (result["doubles"].misconception, result["adds"].misconception) == ("squared", "averaged")


def test_two_names_for_one_outcome_are_both_kept_quiet(grade: Grade, mini: MiniCourse) -> None:
    path = mini.solution / "misconceptions" / "squared.py"
    (path.parent / "multiplied.py").write_text(path.read_text().replace("squared", "multiplied"))
    assert by_id(grade(BAD))["doubles"].misconception is None
