"""Results and statements as a person reads them in a terminal."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from textwrap import dedent
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.course import Course, Exercise, Part
from grader.render.markdown import render as render_statement
from grader.render.result import render_result
from grader.render.student import render_list
from grader.render.style import Style, cut, display_width, pad_left, plain_text, spread, wrap
from grader.results import CheckResult, Drawing, ExerciseResult, Outcome, Panel
from grader.student.progress import ListedExercise
from grader.text import points
from grader.values import Limits
from tests.helpers import drawings, without_color

PLAIN = Style(color=False, width=80)
NARROW = Style(color=False, width=40)
COLOR = Style(color=True, width=80)
ASCII = Style(color=False, width=80, unicode=False)
STATEMENTS = sorted((Path(__file__).parents[1] / "exercises").glob("*/*/README.md"))
MISTAKE: dict[str, Any] = {
    "misconception": "mask_after_softmax",
    "diagnosis": "The mask is applied after the softmax.",
    "advice": "Mask the scores first, then normalise.",
}


def check(title: str, outcome: Outcome = Outcome.PASSED, most: float = 2.0, **fields: Any) -> CheckResult:
    given = most if outcome in (Outcome.PASSED, Outcome.GRADER_ERROR) else 0.0
    return CheckResult(fields.pop("id", title), title, outcome, given, most, **fields)


def result(*checks: CheckResult, **fields: Any) -> ExerciseResult:
    score, most = sum(one.score for one in checks), sum(one.max_score for one in checks)
    return ExerciseResult("masking", "Masking", score, most, "L2", checks, **fields)


def page(*checks: CheckResult, style: Style = PLAIN, verbose: bool = False, **fields: Any) -> str:
    return render_result(result(*checks, **fields), "masking.py", style, verbose=verbose)


def untouched(title: str, function: str, **fields: Any) -> CheckResult:
    message = f"{function} is still as the stub has it: nothing written yet"
    return check(title, Outcome.NOT_ATTEMPTED, message=message, **fields)


def golden(text: str) -> str:
    return dedent(text).strip("\n")


DRAWING = Drawing(
    (
        Panel("yours", ("0", "1"), ("0", "1", "2"), ((1.0, 0.0, 0.0), (0.33, 0.46, 0.21)), ((1, 1), (1, 2))),
        Panel("expected", ("0", "1"), ("0", "1", "2"), ((1.0, 0.0, 0.0), (0.33, 0.67, 0.0))),
    ),
    low=0,
    high=1,
    axes=("query", "key"),
)
FAILED = check(
    "no weight on future tokens",
    Outcome.FAILED,
    message="row 1 sums to 0.62, expected 1.00",
    details=("at query 1, key 2: 0.21, expected 0; 3 of 25 values differ",),
    drawing=DRAWING,
    **MISTAKE,
)
MIXED = (
    check("rows of the weights add to one"),
    FAILED,
    check("padding gets no weight", Outcome.FAILED, 1.5, message="row 0 sums to 0.81, expected 1.00", **MISTAKE),
    untouched("any padding id will do", "padding_mask"),
    check("one mask serves every head", hidden=True),
    check("a batch padded on the left", Outcome.TIMED_OUT, hidden=True),
)


class TestStyle:
    """Roles, columns, and what a terminal must not be told."""

    def test_roles_are_colours_only_where_there_are_colours(self) -> None:
        for role in ("good", "bad", "dim", "bold", "accent", "warn", "italic"):
            assert getattr(PLAIN, role)("two words") == "two words"
            painted = getattr(COLOR, role)("two words")
            assert "\x1b[" in painted
            assert without_color(painted) == "two words"

    def test_a_terminal_without_unicode_gets_ascii_marks(self) -> None:
        marks = [ASCII.tick, ASCII.cross, ASCII.arrow, ASCII.dot, ASCII.bullet, ASCII.bar, ASCII.line, ASCII.ellipsis]
        assert marks == ["+", "x", "->", "-", "-", "|", "-", "..."]

    @pytest.mark.parametrize(
        ("text", "nearest"),
        [("√d_k ≤ α²", "sqrt d_k <= alpha^2"), ("10⁻³¹", "10^-31"), ("naïve Σ", "naive Sigma"), ("日", "?")],
    )
    def test_ascii_keeps_what_formulas_mean(self, text: str, nearest: str) -> None:
        assert ASCII.clean(text) == nearest

    @pytest.mark.parametrize(
        ("text", "width"), [("abc", 3), ("日本", 4), ("e\u0301", 1), ("\x1b[31mred\x1b[0m", 3), ("", 0), ("→ ✓", 3)]
    )
    def test_display_width_counts_columns(self, text: str, width: int) -> None:
        assert display_width(text) == width

    def test_control_characters_become_visible(self) -> None:
        assert plain_text("a\x1b[2Jb\x07\r\u202ec") == "a\\x1b[2Jb\\x07\\r\\u202ec"
        assert plain_text("line\r\n\tnext\u00a0one\udc80") == "line\n\tnext one\\udc80"

    def test_wrap_breaks_between_words(self) -> None:
        assert wrap("one two three", 9, "  ") == ["  one two", "  three"]
        assert wrap("one two three", 9, "  ", "- ") == ["- one two", "  three"]
        assert wrap("", 9, "  ", "- ") == ["- "]

    def test_wrap_breaks_a_word_that_no_line_can_hold(self) -> None:
        assert wrap("see abcdefghij end", 6) == ["see", "abcdef", "ghij", "end"]
        assert wrap("日本語日本語", 5) == ["日本", "語日", "本語"]

    def test_wrap_takes_no_room_for_colours(self) -> None:
        painted = wrap(COLOR.bold("one two three"), 7)
        assert [without_color(line) for line in painted] == ["one two", "three"]

    def test_cut_marks_what_is_missing(self) -> None:
        assert cut("abcdef", 6) == "abcdef"
        assert cut("abcdefg", 6) == "abcde…"
        assert cut("日本語日本語", 6) == "日本…"
        assert cut("abcdefg", 6, "...") == "abc..."

    def test_columns_end_at_the_right_edge(self) -> None:
        assert pad_left("日", 4) == "  日"
        assert spread("a title", "2 / 2", 16) == ["a title    2 / 2"]
        assert spread("a title that is long", "2 / 2", 16, "  ", "x ") == ["x a title  2 / 2", "  that is", "  long"]

    @given(st.text(), st.integers(4, 30), st.sampled_from(["", "  "]))
    def test_wrap_keeps_every_letter_and_the_width(self, text: str, width: int, indent: str) -> None:
        lines = wrap(text, width, indent)
        assert "".join("".join(lines).split()) == "".join(text.split())
        assert all(display_width(line) <= width for line in lines)


class TestResult:
    """What was checked, what came out, the likely cause, the next step."""

    def test_a_mixed_result_at_80_columns(self) -> None:
        assert page(*MIXED, outstanding=3.0, notes=("ran without a sandbox",)) == golden("""
            Masking · masking.py                                                    4 / 11.5

            ✓ 2 checks passed                                                          4 / 4
            ✗ no weight on future tokens                                               0 / 2
              row 1 sums to 0.62, expected 1.00
              at query 1, key 2: 0.21, expected 0; 3 of 25 values differ
              rows: query, columns: key; wrong ones in brackets
                yours               expected
                  0    1    2         0    1    2
              0  █1    0    0     0  █1    0    0
              1  ░.33[▒.46 ░.21]  1  ░.33 ▓.67  0
              The mask is applied after the softmax.
              → Mask the scores first, then normalise.
            ✗ padding gets no weight                                                 0 / 1.5
              row 0 sums to 0.81, expected 1.00
              same mistake as above
            · any padding id will do                                                   0 / 2
            ✗ hidden: a batch padded on the left (failed)                              0 / 2

            Not written yet: padding_mask.
            3 more points come from hidden checks when it is graded.
            ran without a sandbox
            2 of 6 checks passed.
            → Look first at 'no weight on future tokens'.
            """)

    def test_the_same_result_at_40_columns(self) -> None:
        assert page(*MIXED, style=NARROW) == golden("""
            Masking · masking.py            4 / 11.5

            ✓ 2 checks passed                  4 / 4
            ✗ no weight on future tokens       0 / 2
              row 1 sums to 0.62, expected 1.00
              at query 1, key 2: 0.21, expected 0; 3
              of 25 values differ
              rows: query, columns: key; wrong ones
              in brackets
                yours               expected
                  0    1    2         0    1    2
              0  █1    0    0     0  █1    0    0
              1  ░.33[▒.46 ░.21]  1  ░.33 ▓.67  0
              The mask is applied after the softmax.
              → Mask the scores first, then
                normalise.
            ✗ padding gets no weight         0 / 1.5
              row 0 sums to 0.81, expected 1.00
              same mistake as above
            · any padding id will do           0 / 2
            ✗ hidden: a batch padded on the    0 / 2
              left (failed)

            Not written yet: padding_mask.
            2 of 6 checks passed.
            → Look first at 'no weight on future
              tokens'.
            """)

    def test_without_unicode_everything_is_ascii(self) -> None:
        text = page(*MIXED, style=ASCII)
        assert text.isascii()
        assert "x no weight on future tokens" in text
        assert "  1  :.33[+.46 :.21]  1  :.33 %.67  0\n" in text
        assert "  -> Mask the scores first" in text

    def test_colours_change_nothing_but_colours(self) -> None:
        undrawn = [replace(one, drawing=None) for one in MIXED]
        colored = page(*undrawn, style=COLOR)
        assert without_color(colored) == page(*undrawn)
        assert "\x1b[32m✓\x1b[0m" in colored
        assert "\x1b[31m✗\x1b[0m" in colored

    def test_all_passed(self) -> None:
        assert page(check("a"), check("b")).endswith("\n\nAll 2 checks passed.")
        assert page(check("a")).endswith("\n\nThe check passed.")
        assert "\x1b[32mAll\x1b[0m" in page(check("a"), check("b"), style=COLOR)

    @pytest.mark.parametrize(
        ("value", "text"), [(2.0, "2"), (1.5, "1.5"), (0.1 + 0.2, "0.3"), (1 / 3, "0.33"), (10, "10")]
    )
    def test_points_have_no_trailing_zero(self, value: float, text: str) -> None:
        assert points(value) == text

    def test_a_second_mistake_is_explained_too_and_then_named_by_its_check(self) -> None:
        other: dict[str, Any] = {"misconception": "no_scale", "diagnosis": "Nothing is scaled.", "advice": "Divide."}
        checks = [
            check(name, Outcome.FAILED, message=name, **kind)
            for name, kind in zip("abcd", [MISTAKE, other] * 2, strict=True)
        ]
        text = page(*checks)
        assert text.count("The mask is applied") == text.count("Nothing is scaled.") == 1
        assert "same mistake as in 'a'" in text
        assert "same mistake as in 'b'" in text

    def test_a_known_mistake_keeps_its_message_and_drops_its_details(self) -> None:
        again = check("again", Outcome.FAILED, message="the sum is off", details=("7",), drawing=DRAWING, **MISTAKE)
        assert "the sum is off\n  same mistake as above" in page(FAILED, again)
        assert "the sum is off\n  7\n  rows: query" in page(FAILED, again, verbose=True)

    def test_a_check_that_follows_says_only_so(self) -> None:
        told: dict[str, Any] = {"message": "far off", "details": ("seven",), "drawing": DRAWING}
        later = check("together", Outcome.FAILED, **told, follows=FAILED.id, **MISTAKE)
        text = page(FAILED, later)
        assert "0 / 2\n  follows from 'no weight on future tokens'\n\n" in text
        assert "far off" not in text
        assert "seven" not in text
        assert text.count("yours") == 1

    def test_a_check_that_follows_may_still_have_a_cause_of_its_own(self) -> None:
        first = check("first", Outcome.FAILED, message="off")
        text = page(first, check("later", Outcome.FAILED, follows="first", **MISTAKE))
        assert "follows from 'first'\n  The mask is applied after the softmax." in text

    def test_the_next_step_is_a_check_that_follows_from_no_other(self) -> None:
        later = check("together", Outcome.FAILED, follows=FAILED.id)
        assert page(later, FAILED).endswith("0 of 2 checks passed.\n→ Look first at 'no weight on future tokens'.")

    def test_what_keeps_every_check_from_running_is_said_once(self) -> None:
        line = "    return np.tril(np.ones((length, length), bool)"
        broken: dict[str, Any] = {
            "message": "masking.py, line 12: '(' was never closed",
            "details": (line, "           ^"),
        }
        checks = [check(name, Outcome.SYNTAX_ERROR, **broken) for name in "abc"]
        own_work = check("own work", Outcome.NOT_ATTEMPTED, id="own_work", message="nothing runs yet")
        hidden = check("secret", Outcome.SYNTAX_ERROR, hidden=True)
        assert page(*checks, own_work, hidden) == golden("""
            Masking · masking.py                                                      0 / 10

            ✗ masking.py, line 12: '(' was never closed
                  return np.tril(np.ones((length, length), bool)
                         ^

            None of the 5 checks could run.
            """)

    def test_equal_wrong_values_are_no_reason_to_say_it_once(self) -> None:
        text = page(*[check(name, Outcome.FAILED, message="every value is 0") for name in "abc"])
        assert text.count("every value is 0") == 3

    def test_a_forgotten_return_is_said_once(self) -> None:
        text = page(*[check(name, Outcome.RETURNED_NONE, message="got None") for name in "abc"])
        assert text.count("got None") == 1
        assert text.endswith("All 3 checks end like this.")

    def test_different_errors_are_all_shown(self) -> None:
        text = page(*[check(name, Outcome.RAISED, message=f"raised {name}") for name in ("KeyError", "TypeError")])
        assert "raised KeyError" in text
        assert "raised TypeError" in text
        assert "could run" not in text

    def test_one_error_in_many_checks_shows_its_traceback_once(self) -> None:
        error: dict[str, Any] = {"message": "raised NameError", "details": ("masking.py, line 3", "    return x")}
        checks = (check("a"), *(check(name, Outcome.RAISED, **error) for name in "bc"))
        assert page(*checks).count("raised NameError") == 1
        assert "\n✗ 1 more check ends the same way" in page(*checks)
        assert page(*checks).count("return x") == 1
        assert page(*checks, verbose=True).count("return x") == 2

    def test_what_passed_and_what_waits_is_folded_beside_a_failure(self) -> None:
        """So that it is on the screen; with `verbose` every check has its own line."""
        checks = (check("a"), check("b", most=3), FAILED, untouched("c", "f"), untouched("d", "g"))
        secret = [check(name, Outcome.FAILED, hidden=True) for name in ("e", "f")]
        some = result(*checks, *secret)
        text = render_result(some, "masking.py", PLAIN, unfold="-v shows all", hint="grader hint masking")
        lines = text.split("\n")
        assert re.fullmatch(r"✓ 2 checks passed \(-v shows all\) +5 / 5", lines[2])
        assert lines[3].startswith("✗ no weight on future tokens")
        assert re.search(r"^· 2 checks of functions that are not written yet +0 / 4$", text, re.MULTILINE)
        assert re.search(r"^✗ 2 hidden checks failed +0 / 4$", text, re.MULTILINE)
        assert lines[-1] == "→ Look first at 'no weight on future tokens'. Stuck? grader hint masking"
        whole = render_result(some, "masking.py", PLAIN, verbose=True, unfold="-v shows all")
        assert [line[2] for line in whole.split("\n") if line[:1] in "✓·" and line] == ["a", "b", "c", "d"]
        assert "-v shows all" not in whole
        assert "\n✓ a" in page(check("a"), check("b"))

    def test_a_loop_is_explained_once_however_many_checks_it_stops(self) -> None:
        loop = [
            check(
                str(line),
                Outcome.TIMED_OUT,
                message=f"not done after 5 s; it was at masking.py, line {line}",
                details=(f"masking.py, line {line}, in combine", "    while True:"),
            )
            for line in (5, 6)
        ]
        other = replace(loop[0], id="x", title="x", details=("masking.py, line 9, in additive", "    while True:"))
        unrun = [check(name, Outcome.NOT_RUN, message=f"not run: {name}") for name in "yz"]
        text = page(*loop, other, *unrun)
        assert text.count("not done after") == text.count("while True") == 2
        assert re.search(r"^✗ 3 more checks end the same way +0 / 6$", text, re.MULTILINE)
        assert "not run" not in text
        assert "not run: z" in page(*loop, other, *unrun, verbose=True)

    def test_functions_not_written_yet_are_named_in_one_line(self) -> None:
        text = page(untouched("a", "softmax"), untouched("b", "softmax"), untouched("c", "Head.forward"))
        assert text.endswith("\n\nNot written yet: softmax, Head.forward.\n0 of 3 checks passed.\n→ Start with 'a'.")
        assert text.count("softmax") == 1

    def test_the_next_step_after_what_passes_is_what_is_not_written(self) -> None:
        assert page(check("a"), untouched("b", "softmax")).endswith("1 of 2 checks passed.\n→ Continue with 'b'.")

    def test_other_words_for_not_written_are_kept(self) -> None:
        text = page(check("a"), check("b", Outcome.NOT_ATTEMPTED, message="nothing runs yet"))
        assert "\n\nnothing runs yet\n1 of 2 checks passed." in text

    def test_a_hidden_check_tells_that_it_failed_and_nothing_else(self) -> None:
        told: dict[str, Any] = {"message": "MESSAGE", "details": ("DETAIL",), "printed": "PRINTED", "drawing": DRAWING}
        text = page(check("a"), check("secret", Outcome.RAISED, hidden=True, **told, **MISTAKE), verbose=True)
        assert "✗ hidden: secret (failed)" in text
        for word in ("MESSAGE", "DETAIL", "PRINTED", "mask is applied", "yours"):
            assert word not in text
        assert text.endswith("→ Only hidden checks fail: which inputs do the others not try?")

    @pytest.mark.parametrize("outcome", sorted(set(Outcome) - {Outcome.PASSED, Outcome.NOT_ATTEMPTED}))
    def test_every_outcome_of_a_hidden_check_has_words(self, outcome: Outcome) -> None:
        assert re.search(r"hidden: secret \([a-zA-Z, ]+\)", page(check("a"), check("secret", outcome, hidden=True)))

    @pytest.mark.parametrize("outcome", [o for o in Outcome if o is not Outcome.PASSED])
    def test_a_failure_without_a_message_still_says_something(self, outcome: Outcome) -> None:
        lines = page(check("a"), check("b", outcome)).split("\n")
        assert outcome is Outcome.NOT_ATTEMPTED or lines[4].startswith("  ")

    def test_a_fault_of_the_grader_shows_no_score_and_the_remedy(self) -> None:
        message = "the reference did not run"
        text = page(check("a"), check("b", Outcome.GRADER_ERROR, message=message))
        assert re.match(r"Masking · masking\.py +no score\n", text)
        assert re.search(r"^! b +not checked\n  the reference did not run\n", text, re.MULTILINE)
        assert text.endswith("1 of 2 checks passed. The rest could not be checked; run grader doctor.")

    def test_a_failure_beside_a_fault_is_still_the_one_to_look_at(self) -> None:
        text = page(check("a", Outcome.FAILED), check("b", Outcome.GRADER_ERROR, hidden=True))
        assert re.search(r"^! hidden: b \(could not be checked\) +not checked$", text, re.MULTILINE)
        assert " ".join(text.split()).endswith(
            "0 of 2 checks passed. The rest could not be checked; run grader doctor. → Look first at 'a'."
        )

    def test_a_fault_of_the_grader_everywhere_is_said_once(self) -> None:
        message = "the grader failed here"
        text = page(*[check(name, Outcome.GRADER_ERROR, message=message) for name in "abc"], notes=("no worker",))
        assert text.count("the grader failed here") == 1
        assert "a person" not in text
        assert text.endswith("no worker\nMasking could not be checked; run grader doctor.")

    def test_prints_of_failed_checks_are_shown_up_to_ten_lines(self) -> None:
        text = page(check("a", Outcome.FAILED, printed="\n".join(f"line {n}" for n in range(13)) + "\n"))
        assert "  printed:\n    line 0\n" in text
        assert "    line 9\n    … 3 more lines\n" in text
        assert "line 10" not in text

    def test_prints_of_passed_checks_are_shown_on_request(self) -> None:
        one = check("a", printed="hello")
        assert "hello" not in page(one)
        assert "  printed:\n    hello" in page(one, verbose=True)

    def test_prints_that_keep_everything_from_running_are_shown_once(self) -> None:
        text = page(*[check(name, Outcome.EXITED, message="the code ended", printed="bye") for name in "abc"])
        assert text.count("bye") == 1

    def test_escapes_of_a_submission_do_not_reach_the_terminal(self) -> None:
        evil = "\x1b[2J\x1b]0;title\x07\u202e"
        fields: dict[str, Any] = {
            "message": evil,
            "details": (evil, f"    {evil}"),
            "diagnosis": evil,
            "advice": evil,
            "printed": evil,
        }
        text = render_result(result(check(evil, Outcome.FAILED, **fields), notes=(evil,)), f"{evil}.py", PLAIN)
        assert "\\x1b[2J" in text
        assert all(char.isprintable() or char == "\n" for char in text)

    def test_verbatim_lines_keep_their_spaces_and_are_cut(self) -> None:
        text = page(check("a", Outcome.FAILED, details=("    1   2", f"    {'x' * 100}")))
        assert "      1   2\n" in text
        assert f"      {'x' * 73}…\n" in text

    def test_wide_characters_stay_within_the_width(self) -> None:
        text = page(check("日本語" * 10, Outcome.FAILED, message="日本語" * 30, printed="日本語" * 30), style=NARROW)
        assert max(map(display_width, text.split("\n"))) == 40

    def test_one_outstanding_point_is_singular(self) -> None:
        assert "1 more point comes from hidden checks" in page(FAILED, outstanding=1.0)
        assert "hidden checks decide 1 more point when" in page(check("a"), outstanding=1.0)

    def test_only_the_first_failure_is_drawn_unless_everything_is_asked_for(self) -> None:
        again, other = replace(FAILED, diagnosis=None, advice=None), replace(DRAWING, title="elsewhere")
        first, second = replace(again, id="one"), replace(again, id="two")
        assert page(first, second).count("yours") == 1
        assert page(first, second, verbose=True).count("yours") == 2
        assert page(first, replace(second, drawing=other)).count("yours") == 1
        assert page(first, replace(second, drawing=other), verbose=True).count("yours") == 2

    def test_what_a_passed_check_draws_is_shown(self) -> None:
        heat = Drawing(
            (Panel("", ("ich", "bin"), ("I", "am"), ((0.9, 0.1), (0.2, 0.8))),), 0, 1, title="who looks where"
        )
        text = page(check("it translates", drawing=heat))
        assert "2 / 2\n  who looks where\n       I    am\n  ich █.90  .10\n  bin ░.20 █.80\n\n" in text
        assert "brackets" not in text


class TestPassing:
    """What was proved, what there was to learn, what is still open, where to go."""

    def test_the_page_ends_with_the_idea_and_the_next_step(self) -> None:
        passed = result(check("rows of the weights add to one"), check("a large case", hidden=True))
        text = render_result(
            passed, "masking.py", PLAIN, idea="Hide the score, not the weight.", next_step="Next: loss"
        )
        assert text == golden("""
            Masking · masking.py                                                       4 / 4

            What the checks proved:
            ✓ rows of the weights add to one                                           2 / 2
            ✓ hidden: a large case                                                     2 / 2

            All 2 checks passed.
            The idea: Hide the score, not the weight.
            → Next: loss
            """)

    def test_points_of_hidden_checks_that_are_not_here_are_still_open(self) -> None:
        text = render_result(result(check("a"), outstanding=3.0), "masking.py", PLAIN, idea="Hide the score.")
        assert text.endswith(
            "The check passed.\n"
            "Not the whole grade yet: hidden checks decide 3 more points when it is graded.\n"
            "The idea: Hide the score."
        )
        assert text.count("hidden checks") == 1

    @pytest.mark.parametrize(
        "checks",
        [(check("a"), FAILED), (check("a"), untouched("b", "f")), (check("a"), check("b", Outcome.GRADER_ERROR)), ()],
    )
    def test_the_idea_is_for_those_who_passed_everything(self, checks: tuple[CheckResult, ...]) -> None:
        text = render_result(result(*checks), "masking.py", PLAIN, idea="IDEA", next_step="NEXT")
        for word in ("IDEA", "NEXT", "proved"):
            assert word not in text

    def test_a_page_without_idea_and_next_step_ends_with_the_sum(self) -> None:
        assert page(check("a"), check("b")).endswith("\n\nAll 2 checks passed.")

    def test_idea_and_next_step_are_wrapped_and_cleaned(self) -> None:
        passed = result(check("a"))
        text = render_result(passed, "masking.py", NARROW, idea="an \x1b[2J idea " * 5, next_step="a next step " * 5)
        assert all(char.isprintable() or char == "\n" for char in text)
        assert max(map(display_width, text.split("\n"))) <= 40


anything = st.text(st.characters(exclude_categories=()), max_size=120)
details = st.lists(st.one_of(anything, anything.map("    ".__add__)), max_size=3)
any_check = st.builds(
    CheckResult,
    id=st.sampled_from(["a", "b", "c", "own_work"]),
    title=anything,
    outcome=st.sampled_from(Outcome),
    score=st.floats(0, 100),
    max_score=st.floats(0, 100),
    hidden=st.booleans(),
    message=st.one_of(st.just("same"), anything),
    details=details.map(tuple),
    misconception=st.sampled_from([None, "m", "n"]),
    diagnosis=st.one_of(st.none(), anything),
    advice=st.one_of(st.none(), anything),
    follows=st.sampled_from([None, "a", "z"]),
    printed=anything,
    drawing=st.one_of(st.none(), drawings()),
)
any_result = st.builds(
    ExerciseResult,
    exercise=st.just("x"),
    title=anything,
    score=st.floats(0, 100),
    max_score=st.floats(0, 100),
    isolation=st.just("L0"),
    checks=st.lists(any_check, max_size=5).map(tuple),
    outstanding=st.floats(0, 9),
    notes=st.lists(anything, max_size=2).map(tuple),
)
any_style = st.builds(Style, st.booleans(), st.integers(40, 120), st.booleans())


@settings(deadline=None)
@given(any_result, anything, any_style, st.booleans())
def test_no_line_is_ever_wider_than_the_terminal(
    some: ExerciseResult, filename: str, style: Style, verbose: bool
) -> None:
    text = without_color(render_result(some, filename, style, verbose=verbose, idea=filename, next_step=filename))
    assert all(display_width(line) <= style.width for line in text.split("\n"))
    assert all(char.isprintable() or char == "\n" for char in text)
    assert style.unicode or text.isascii()


def listed(
    number: int, part: Part, slug: str, title: str, points: float, needs: tuple[str, ...] = (), **other: int
) -> ListedExercise:
    exercise = Exercise(
        slug=slug, number=number, part=part, path=Path(slug), title=title, needs=needs, points={"check": points},
        inputs_unchanged=0, minutes=other["minutes"], difficulty=other["difficulty"], importance=other["importance"],
        sources=(), limits=Limits(), ladder=(), idea="", forbids=None,
    )  # fmt: skip
    return ListedExercise(exercise, number)


BEFORE, ATTENTION = Part(1, "before_attention", "1_before_attention"), Part(2, "attention", "2_attention")
ROWS = [
    listed(1, BEFORE, "one_hot", "One-hot vectors", 10, minutes=15, difficulty=1, importance=3),
    listed(
        2, ATTENTION, "softmax", "Softmax and the square root of d_k", 14.5, ("one_hot",),
        minutes=25, difficulty=2, importance=5,
    ),
    listed(
        3, ATTENTION, "scaled_dot_product_attention", "Scaled dot-product attention", 20, ("softmax", "markov"),
        minutes=30, difficulty=3, importance=5,
    ),
]  # fmt: skip


class TestList:
    """The course at a glance."""

    def test_the_table_at_80_columns(self) -> None:
        assert render_list(ROWS, PLAIN) == golden("""
            1. Before Attention                                           level  min  points
             1   one_hot                       One-hot vectors            ●○○○○   15      10

            2. Attention                                                  level  min  points
             2 ★ softmax                       Softmax and the square     ●●○○○   25    14.5
                                               root of d_k
                                               after one_hot
             3 ★ scaled_dot_product_attention  Scaled dot-product         ●●●○○   30      20
                                               attention
                                               after softmax, markov

            3 exercises, 1 h 10 min, 44.5 points. ★ essential.
            """)

    def test_a_narrow_terminal_gets_one_fact_below_the_other(self) -> None:
        assert render_list(ROWS[1:], NARROW) == golden("""
            2. Attention
             2 ★ softmax
                Softmax and the square root of d_k
                after one_hot
                ●●○○○, 25 min, 14.5 points
             3 ★ scaled_dot_product_attention
                Scaled dot-product attention
                after softmax, markov
                ●●●○○, 30 min, 20 points

            2 exercises, 55 min, 34.5 points. ★
            essential.
            """)

    def test_stars_show_how_important_an_exercise_is(self) -> None:
        exercise = ROWS[0].exercise
        rows = [ListedExercise(msgspec.structs.replace(exercise, importance=level), 1) for level in (3, 4, 5)]
        lines = render_list(rows, PLAIN).split("\n")
        assert [line[3] for line in lines[1:4]] == [" ", "☆", "★"]
        assert " ".join(lines[5:]).endswith("★ essential, ☆ important.")

    def test_difficulty_without_unicode_is_a_fraction(self) -> None:
        text = render_list(ROWS, ASCII)
        assert text.isascii()
        assert re.search(r"\* softmax .* 2/5     25    14.5\n", text)

    def test_colours_change_nothing_but_colours(self) -> None:
        assert without_color(render_list(ROWS, COLOR)) == render_list(ROWS, PLAIN)

    def test_a_course_without_exercises_says_so(self) -> None:
        assert render_list([], PLAIN) == "This course has no exercises yet."


FRAGMENTS = [
    "", "# a", "- x", "  - y", "1. z", "    code", "```", "$$", "$$x$$", "| a | b |", "|---|", "> q", "---", "**b",
    "`c` *d*", "[e](f)", "-", ">", "|", "#", "\t", "\\", "word " * 30, "w" * 100, "日本 \x1b[2J",
]  # fmt: skip


def show(markdown: str, style: Style = PLAIN) -> str:
    return render_statement(dedent(markdown), style)


class TestStatement:
    """The Markdown that statements use."""

    def test_headings_are_underlined_by_rank(self) -> None:
        assert show("# One\n\n## Two\n\n### Three\n") == "One\n═══\n\nTwo\n───\n\nThree"
        assert show("# One\n\n## Two", ASCII) == "One\n===\n\nTwo\n---"

    def test_paragraphs_are_wrapped_anew(self) -> None:
        assert show("one\ntwo\n\n" + "word " * 9, NARROW) == "one two\n\n" + " ".join(["word"] * 8) + "\nword"

    def test_code_is_kept_as_it_is(self) -> None:
        wide = "x" * 90
        assert show(f"```python\na  *b*\n\n{wide}\n```\nafter") == f"    a  *b*\n\n    {wide}\nafter"
        assert show("text:\n\n    a   **b**\n\n      c\n\nafter") == "text:\n\n    a   **b**\n\n      c\n\nafter"

    def test_latex_blocks_are_left_out(self) -> None:
        assert show("a\n\n    x = 1\n\n$$x = 1$$\n\nb\n\n$$\nx\n\n= 2\n$$\n\nc") == "a\n\n    x = 1\n\nb\n\nc"
        assert show("a $$x$$ b") == "a b"

    def test_formulas_in_a_line_lose_their_dollars(self) -> None:
        assert show("where $d_k$ is 64, for $5 and $6") == "where d_k is 64, for $5 and $6"

    def test_words_in_a_line(self) -> None:
        text = "**bold** and *leaning* and `code_*x*` and [text](http://x.y) and a \\* b, e_i and e_j, 2 * 3 * 4"
        plain = "bold and leaning and `code_*x*` and text and a * b, e_i and e_j, 2 * 3 * 4"
        assert show(text) == plain
        colored = show(text, COLOR)
        assert without_color(colored) == plain.replace("`", "")
        assert "\x1b[1mbold\x1b[0m" in colored
        assert "\x1b[36mcode_*x*\x1b[0m" in colored

    def test_lists_hang_and_nest(self) -> None:
        text = """
            - first item, which goes on for longer
              than a line
              - nested
            - second

            1. one
            2. two

               more of two
            after
            """
        assert show(text, NARROW) == golden("""
            • first item, which goes on for longer
              than a line
              • nested
            • second

            1. one
            2. two

               more of two after
            """)

    def test_items_stand_apart_where_the_source_parts_them(self) -> None:
        assert show("- a\n\n- b\n\nafter") == "• a\n\n• b\n\nafter"

    def test_code_within_a_list_is_kept(self) -> None:
        assert show("- do\n\n  ```\n  a   b\n  ```\n- done") == "• do\n\n      a   b\n• done"

    def test_quotes_have_a_bar(self) -> None:
        assert show("> one\n> two\n>\n> - three") == "│ one two\n│\n│ • three"

    def test_tables_are_aligned(self) -> None:
        assert show("| a | number |\n|---|---:|\n| `x` y | 1 |\n| wide 日 |") == golden("""
            a        number
            ───────  ──────
            `x` y         1
            wide 日
            """)

    def test_wide_tables_wrap_their_cells(self) -> None:
        text = "| call | gives |\n|---|---|\n| `f(x)` | the weights, adding to one along the last axis |"
        assert show(text, NARROW) == golden("""
            call    gives
            ──────  ────────────────────────────────
            `f(x)`  the weights, adding to one along
                    the last axis
            """)

    def test_a_table_that_cannot_fit_becomes_a_list(self) -> None:
        text = "| call | takes | gives |\n|---|---|---|\n| `softmax_with_temperature(x)` | numbers | probabilities |"
        assert show(text, NARROW) == "`softmax_with_temperature(x)`\n  takes: numbers\n  gives: probabilities"

    @pytest.mark.parametrize("style", [PLAIN, NARROW, COLOR, ASCII], ids=["80", "40", "color", "ascii"])
    def test_every_statement_of_the_course_reads_well(self, course: Course, style: Style) -> None:
        wrong = []
        for exercise in map(course.find, (path.parent.name for path in STATEMENTS)):
            statement = exercise.statement.replace(" ** ", " to the power of ")  # Python, not Markdown
            text = without_color(render_statement(statement, style, exercise.picture))
            prose = [line for line in text.split("\n") if not line.startswith("    ")]
            wrong += [(exercise.slug, line) for line in prose if display_width(line) > style.width or "**" in line]
            wrong += [(exercise.slug, line) for line in text.split("\n") if "$$" in line]
            wrong += [(exercise.slug, line) for line in text.split("\n") if not (style.unicode or line.isascii())]
        assert not wrong

    def test_there_are_statements(self) -> None:
        assert STATEMENTS

    @settings(deadline=None)
    @given(st.lists(st.sampled_from(FRAGMENTS), max_size=12), any_style)
    def test_any_markdown_can_be_shown(self, lines: list[str], style: Style) -> None:
        text = without_color(render_statement("\n".join(lines), style))
        assert all(char.isprintable() or char == "\n" for char in text)


def test_the_reports_load_nothing_heavy() -> None:
    """A real interpreter: this one has loaded everything already."""
    import subprocess
    import sys

    code = "import sys, grader.render.style, grader.render.student; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"inspect", "dataclasses", "numpy", "rich", "click", "yaml"} & set(loaded)


def test_a_result_without_a_drawing_loads_nothing_that_draws() -> None:
    import subprocess
    import sys

    code = """
import sys
from grader.render.result import render_result
from grader.render.style import Style
from grader.results import CheckResult, Drawing, ExerciseResult, Outcome, Panel
def loaded(drawing):
    check = CheckResult("a", "a", Outcome.FAILED, 0.0, 1.0, drawing=drawing)
    render_result(ExerciseResult("x", "X", 0.0, 1.0, "L0", (check,)), "x.py", Style(False, 80), idea="yes")
    return "grader.render.matrices" in sys.modules
print(loaded(None), loaded(Drawing((Panel("", ("",), ("",), ((1.0,),)),), 0, 1)), "numpy" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True", "False"]
