"""Naming mistakes: only when the outcomes leave no doubt. A wrong name is worse than none."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from grader.diagnose import UNWRITTEN, KnownMistake, Observed, alike, diagnose

A, B, C, D = ([1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0])
USES = {name: frozenset({"f"}) for name in ("one", "two", "three")} | {
    "other": frozenset({"g"}),
    "others": frozenset({"g"}),
    "together": frozenset({"f", "g"}),
}


def value(numbers: Any, half: bool = False) -> Observed:
    return Observed("value", np.array(numbers) if isinstance(numbers, list) else numbers, half=half)


def raised(kind: str = "ValueError") -> Observed:
    return Observed("raised", kind=kind)


def names(
    failed: dict[str, Observed], *mistakes: KnownMistake, uses: dict[str, frozenset[str]] | None = None
) -> dict[str, str]:
    return dict(diagnose(failed, list(mistakes), USES if uses is None else uses).named)


def test_a_mistake_whose_failures_are_all_there_is_named_on_each_of_its_checks() -> None:
    mistake = KnownMistake("squared", {"one": value(A), "two": value(B)})
    assert names({"one": value(A), "two": value(B)}, mistake) == {"one": "squared", "two": "squared"}


def test_rounding_does_not_hide_a_mistake() -> None:
    mistake = KnownMistake("squared", {"one": value(A)})
    assert names({"one": value([1.00001, 2.0])}, mistake) == {"one": "squared"}
    assert names({"one": value([1.01, 2.0])}, mistake) == {}
    assert names({"one": value([1.01, 2.0], half=True)}, mistake) == {}  # what a submission says of its precision
    halves = KnownMistake("squared", {"one": value(A, half=True)})
    assert names({"one": value([1.01, 2.0], half=True)}, halves) == {"one": "squared"}


def test_a_mistake_that_would_fail_more_checks_is_not_named() -> None:
    mistake = KnownMistake("squared", {"one": value(A), "two": value(B)})
    assert names({"one": value(A)}, mistake) == {}


def test_one_check_that_fails_otherwise_is_enough_for_silence() -> None:
    mistake = KnownMistake("squared", {"one": value(A), "two": value(B)})
    assert names({"one": value(A), "two": value(C)}, mistake) == {}
    assert names({"one": value(A), "two": raised()}, mistake) == {}


def test_two_mistakes_that_look_the_same_are_both_kept_quiet() -> None:
    first, second = KnownMistake("squared", {"one": value(A)}), KnownMistake("cubed", {"one": value(A)})
    assert names({"one": value(A)}, first, second) == {}


def test_mistakes_that_share_only_a_check_silence_each_other() -> None:
    """Each explains something the other does not: neither is sure."""
    first = KnownMistake("squared", {"one": value(A), "two": value(B)})
    second = KnownMistake("cubed", {"two": value(B), "three": value(C)})
    assert names({"one": value(A), "two": value(B), "three": value(C)}, first, second) == {}


@pytest.mark.parametrize("turned", [False, True])
def test_the_mistake_that_explains_more_wins_whatever_the_order(turned: bool) -> None:
    small = KnownMistake("small", {"one": value(A)})
    large = KnownMistake("large", {"one": value(A), "two": value(B)})
    mistakes = [large, small] if turned else [small, large]
    assert names({"one": value(A), "two": value(B)}, *mistakes) == {"one": "large", "two": "large"}
    assert names({"one": value(A)}, *mistakes) == {"one": "small"}


def test_two_mistakes_under_a_larger_one_do_not_speak_besides_it() -> None:
    mistakes = [
        KnownMistake("first", {"one": value(A)}),
        KnownMistake("second", {"two": value(B)}),
        KnownMistake("whole", {"one": value(A), "two": value(B), "three": value(C)}),
    ]
    failed = {"one": value(A), "two": value(B), "three": value(C)}
    assert set(names(failed, *mistakes).values()) == {"whole"}


def test_exceptions_alone_name_nothing() -> None:
    mistake = KnownMistake("wrong axis", {"one": raised(), "two": raised("IndexError")})
    assert names({"one": raised(), "two": raised("IndexError")}, mistake) == {}


def test_an_exception_beside_a_telling_value_belongs_to_the_mistake() -> None:
    mistake = KnownMistake("wrong axis", {"one": raised(), "two": value(B)})
    assert set(names({"one": raised(), "two": value(B)}, mistake)) == {"one", "two"}
    assert names({"one": raised("TypeError"), "two": value(B)}, mistake) == {}
    assert names({"one": Observed("timed_out"), "two": value(B)}, mistake) == {}


@pytest.mark.parametrize(
    "weak",
    [
        [math.nan, math.nan],
        [0.0, 0.0, 0.0],
        [3.0, 3.0],
        [[2.0, 2.0], [2.0, 2.0]],
        [],
        math.nan,
        None,
        "",
        {},
    ],
    ids=repr,
)
def test_constants_nan_and_nothing_are_no_evidence(weak: Any) -> None:
    mistake = KnownMistake("forgot", {"one": value(weak)})
    assert names({"one": value(weak)}, mistake) == {}
    telling = KnownMistake("forgot", {"one": value(weak), "two": value(A)})
    assert set(names({"one": value(weak), "two": value(A)}, telling)) == {"one", "two"}


@pytest.mark.parametrize("strong", [2.57, "word", [1.0, math.nan], [True, False], {"a": 1.07}], ids=repr)
def test_a_number_a_word_or_different_values_are_evidence(strong: Any) -> None:
    assert names({"one": value(strong)}, KnownMistake("m", {"one": value(strong)})) == {"one": "m"}


def test_a_wrong_value_of_the_same_function_that_is_left_over_means_silence() -> None:
    mistake = KnownMistake("squared", {"one": value(A)})
    assert names({"one": value(A), "two": value(B)}, mistake) == {}


def test_a_check_of_several_functions_counts_for_each_of_them() -> None:
    mistake = KnownMistake("squared", {"one": value(A)})
    assert names({"one": value(A), "together": value(B)}, mistake) == {}
    wide = KnownMistake("wide", {"together": value(B)})
    assert names({"together": value(B), "other": value(C)}, wide) == {}


def test_a_wrong_value_of_another_function_does_not_matter() -> None:
    mistake = KnownMistake("squared", {"one": value(A)})
    assert names({"one": value(A), "other": value(B)}, mistake) == {"one": "squared"}


def test_an_exception_of_the_same_function_does_not_matter() -> None:
    """It may come from a second, unknown mistake; the value still tells the first."""
    mistake = KnownMistake("squared", {"one": value(A)})
    assert names({"one": value(A), "two": raised()}, mistake) == {"one": "squared"}


def test_two_mistakes_in_different_functions_are_each_named_on_their_own_checks() -> None:
    first = KnownMistake("squared", {"one": value(A), "two": value(B)})
    second = KnownMistake("dropped", {"other": value(C)})
    failed = {"one": value(A), "two": value(B), "other": value(C)}
    assert names(failed, first, second) == {"one": "squared", "two": "squared", "other": "dropped"}


def test_what_is_not_written_yet_does_not_hide_a_mistake_elsewhere() -> None:
    mistake = KnownMistake("squared", {"one": value(A), "together": value(B)})
    assert names({"one": value(A), "together": UNWRITTEN, "other": UNWRITTEN}, mistake) == {"one": "squared"}
    assert names({"one": value(A), "together": raised()}, mistake) == {}


def test_mistakes_told_apart_only_by_what_is_not_written_yet_are_kept_quiet() -> None:
    first, second = (
        KnownMistake(name, {"one": value(A), "together": value(own)}) for name, own in (("x", B), ("y", C))
    )
    assert names({"one": value(A), "together": value(B)}, first, second) == {"one": "x", "together": "x"}
    assert names({"one": value(A), "together": UNWRITTEN}, first, second) == {}
    assert names({"together": UNWRITTEN}, first, second) == {}


def test_a_mistake_that_fails_nothing_is_never_named() -> None:
    assert names({"one": value(A)}, KnownMistake("harmless", {})) == {}
    assert names({}, KnownMistake("squared", {"one": value(A)})) == {}
    assert names({"one": value(A)}) == {}


def test_checks_without_known_functions_do_not_stand_in_each_others_way() -> None:
    mistake = KnownMistake("squared", {"one": value(A)})
    assert names({"one": value(A), "two": value(B)}, mistake, uses={}) == {"one": "squared"}


def test_outcomes_are_alike_by_value_or_by_the_kind_of_exception() -> None:
    assert alike(value(A), value(A))
    assert alike(value(A), value([1.0, 2.0 + 1e-9]))
    assert not alike(value(A), value(B))
    assert not alike(value(A), value([[1.0, 2.0]]))
    assert alike(raised(), raised())
    assert not alike(raised(), raised("TypeError"))
    assert not alike(raised(), value(A))


def test_equal_keys_are_equal_outcomes_without_a_look_at_the_values() -> None:
    assert alike(Observed("value", A, key=b"k"), Observed("value", B, key=b"k"))
    assert not alike(Observed("value", A, key=b"k"), Observed("value", B, key=b"l"))
    assert not alike(Observed("value", A), Observed("value", B))


@pytest.mark.parametrize("order", [0, 1, 2, 3])
def test_the_order_of_checks_and_mistakes_decides_nothing(order: int) -> None:
    mistakes = [
        KnownMistake("squared", {"one": value(A), "two": value(B)}),
        KnownMistake("small", {"one": value(A)}),
        KnownMistake("dropped", {"other": value(C), "others": value(D)}),
        KnownMistake("absent", {"three": value(A)}),
    ]
    failed = {"one": value(A), "two": value(B), "other": value(C), "others": value(D)}
    turned = dict(list(failed.items())[order:] + list(failed.items())[:order])
    expected = {"one": "squared", "two": "squared", "other": "dropped", "others": "dropped"}
    assert names(turned, *mistakes[order:], *mistakes[:order]) == expected
