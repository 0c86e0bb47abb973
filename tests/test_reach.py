"""Which checks a change can reach: the others keep the reference's outcome, so leaving them out changes nothing."""

from __future__ import annotations

import pytest

from grader.author.prove import touched
from tests.conftest import MiniCourse

ALL = {"doubles", "negative", "adds", "secret"}


@pytest.mark.parametrize(
    ("overlay", "reached"),
    [
        ("def double(x):\n    return x\n", ALL - {"adds"}),
        ("def total(x):\n    return 0\n", {"adds"}),
        ("import numpy\nLIMIT = 3\n", set()),
        ("import solution\nsolution.total = len\n", ALL),
        ("def helper(x):\n    setattr(x, 'y', 1)\n", ALL),
    ],
)
def test_a_change_reaches_the_checks_that_lead_to_it(mini: MiniCourse, overlay: str, reached: set[str]) -> None:
    assert touched(mini.load().find("double"), overlay) == reached


def test_a_function_that_calls_another_leads_to_it(mini: MiniCourse) -> None:
    mini.write(
        "solutions/1_basics/01_double/solution.py",
        "def half(x):\n    return x / 2\n\ndef double(x):\n    return 4 * half(x)\n\ndef total(x):\n    return 0\n",
    )
    assert touched(mini.load().find("double"), "def half(x):\n    return x\n") == ALL - {"adds"}


def test_the_mode_of_a_model_is_no_way_to_look_anywhere(mini: MiniCourse) -> None:
    mini.checks('@check("the total is the sum")\ndef adds(impl, rng):\n    return impl.total.eval()\n', {"adds": 1})
    assert touched(mini.load().find("double"), "def helper(x):\n    return x\n") == set()


@pytest.mark.parametrize("way", ['getattr(impl, "total")', 'getattr(impl, "to" + "tal")', "vars(impl)['total']"])
def test_other_ways_to_a_function_count(mini: MiniCourse, way: str) -> None:
    mini.checks(
        f'@check("the total is the sum")\ndef adds(impl, rng):\n    return {way}(rng.normal(size=5))\n', {"adds": 1}
    )
    assert touched(mini.load().find("double"), "def total(x):\n    return 0\n") == {"adds"}
