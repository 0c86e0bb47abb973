"""A quiz on the whole screen: by Textual's pilot, and on a real terminal."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from rich.style import Style as RichStyle
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from grader.cli.quiz.screens import HelpScreen, QuizApp, ResultScreen, SummaryScreen
from grader.cli.quiz.widgets import ChoiceBox, ChoiceRow, QuestionMap
from grader.cli.screen import KeyBar, TextBlock
from grader.course.quiz_model import Matching
from grader.quiz.attempt import Ended
from grader.render.style import Style, display_width
from grader.student.workspace import make
from tests import quiz_samples
from tests.conftest import COMMAND, MiniCourse
from tests.helpers import Terminal
from tests.quiz_screens import GRADED, PRACTICE, Taking, id_of, letter_of, take

Steps = Callable[[Pilot[None]], Awaitable[None]]
CYAN = 6
SMALL, USUAL = (60, 20), (80, 24)


def on_screen(taking: Taking, steps: Steps, size: tuple[int, int] = USUAL, color: bool = False) -> None:
    """Do something on a screen, and look at it there."""

    async def run() -> None:
        app = QuizApp(taking.session, "attempts/doubling.attempt1.json", Style(color, 80))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await steps(pilot)

    asyncio.run(run())


def text(pilot: Pilot[None]) -> str:
    """Everything that is written on the screen, seen or scrolled away."""
    blocks = [str(block.render()) for block in pilot.app.screen.query(TextBlock)]
    return "\n".join([*blocks, *(field.value for field in pilot.app.screen.query(Input))])


def chosen(taking: Taking) -> object:
    return taking.saved[-1].answers.get(taking.session.variant.id)


# Answers of every type, by keys


def test_a_letter_chooses_and_is_saved_at_once(tmp_path: Path) -> None:
    taking = take(tmp_path, GRADED)
    variant = taking.at("why")

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press(letter_of(variant, "Nothing"))
        assert chosen(taking) == id_of(variant, "Nothing")
        await pilot.press("home", "z", "1", letter_of(variant, "It halves it").upper())
        assert chosen(taking) == id_of(variant, "It halves it")
        assert text(pilot).count("(•)") == 1

    on_screen(taking, steps)


def test_several_options_are_chosen_and_let_go_with_the_cursor(tmp_path: Path) -> None:
    taking = take(tmp_path, GRADED)
    options = taking.at("which").task.options  # type: ignore[union-attr]

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("space", "down", "down", "down", "space")
        assert chosen(taking) == [options[0].id, options[2].id]
        assert text(pilot).count("[x]") == 2
        await pilot.press("a", "c")
        assert chosen(taking) is None

    on_screen(taking, steps)


def test_a_number_is_saved_while_it_is_typed_and_never_lost(tmp_path: Path) -> None:
    taking = take(tmp_path, GRADED)
    taking.at("memory")

    async def steps(pilot: Pilot[None]) -> None:
        assert "A number, in MB." in text(pilot)
        await pilot.press("4")
        assert (chosen(taking), taking.saved[-1].drafts) == (None, {"memory": "4"})  # the unit is missing
        await pilot.press("enter")
        assert "This is not an answer yet: write the unit, too, like '4 MB'." in text(pilot)
        assert taking.session.variant.id == "memory"
        await pilot.press("space", "M", "B")
        assert (chosen(taking), taking.saved[-1].drafts) == ("4 MB", {})
        assert "no answer yet" not in text(pilot)
        await pilot.press("enter")
        assert taking.session.variant.id == "about"
        await pilot.press("ctrl+p")
        assert "4 MB" in text(pilot)

    on_screen(taking, steps)


def test_a_draft_comes_back_after_the_terminal_was_closed(tmp_path: Path) -> None:
    taking = take(tmp_path, GRADED)
    taking.at("about")

    async def types(pilot: Pilot[None]) -> None:
        await pilot.press(*"12x")

    async def sees(pilot: Pilot[None]) -> None:
        line = pilot.app.screen.query_one(Input)
        assert line.value == "12x"
        await pilot.press("backspace", "5")  # goes on at its end
        assert line.value == "125"
        await pilot.press("left", "shift+left", "7", "home", "-")
        assert line.value == "-175"

    on_screen(taking, types)
    on_screen(taking.again(), sees)


def test_keys_that_come_at_once_are_heard_in_their_order(tmp_path: Path) -> None:
    """An answer is saved for the question it was given to, however fast the next key follows."""
    taking = take(tmp_path, GRADED)
    variant = taking.at("why")
    letters = [letter_of(variant, "Nothing"), "right", "a", "right"]

    async def steps(pilot: Pilot[None]) -> None:
        app = pilot.app
        for key in letters:
            app.post_message(events.Key(key, key if len(key) == 1 else None))
        await pilot.pause()
        await pilot.pause()
        assert taking.session.variant.id == "memory"
        for key in [*"4 MB", "ctrl+n", *"77", "ctrl+q"]:
            name = "space" if key == " " else key
            app.post_message(events.Key(name, key if len(key) == 1 else None))
        await pilot.pause()
        await pilot.pause()

    on_screen(taking, steps)
    answers = taking.saved[-1].answers
    assert answers["why"] == id_of(variant, "Nothing")
    assert (answers["memory"], answers["about"], len(answers)) == ("4 MB", "77", 4)


def test_items_are_taken_moved_and_put_down(tmp_path: Path) -> None:
    taking = take(tmp_path, GRADED)
    shown = [item.id for item in taking.at("steps").task.items]  # type: ignore[union-attr]

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("down")
        assert chosen(taking) is None  # looking is no answer
        await pilot.press("up", "space", "down", "down")
        assert chosen(taking) is None  # an item is still picked up
        await pilot.press("enter", "up")
        assert taking.session.variant.id == "steps"
        assert chosen(taking) == [shown[1], shown[2], shown[0], shown[3]]
        await pilot.press("shift+up")
        assert chosen(taking) == [shown[2], shown[1], shown[0], shown[3]]

    on_screen(taking, steps)


def test_an_order_that_is_right_as_shown_can_be_answered(tmp_path: Path) -> None:
    taking = take(tmp_path, GRADED)
    shown = [item.id for item in taking.at("steps").task.items]  # type: ignore[union-attr]

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("space", "space")

    on_screen(taking, steps)
    assert chosen(taking) == shown


def test_partners_are_chosen_by_letters_and_let_go(tmp_path: Path) -> None:
    taking = take(tmp_path, GRADED)
    task = taking.at("who").task
    assert isinstance(task, Matching)
    lefts, rights = [left.id for left in task.lefts], [right.id for right in task.rights]

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("b", "a", "enter")
        assert (chosen(taking), taking.saved[-1].drafts) == (None, {"who": "1b 2a"})
        assert "This is not an answer yet: 3 has no partner. → continues without one." in text(pilot)
        assert "[◐]" in text(pilot)
        await pilot.press("right", "left")
        assert "  1. b)" in text(pilot)
        await pilot.press("down", "down", "c")
        assert chosen(taking) == {lefts[0]: rights[1], lefts[1]: rights[0], lefts[2]: rights[2]}
        assert "[●]" in text(pilot)
        await pilot.press("up", "backspace", "ctrl+s")
        await pilot.pause()
        assert chosen(taking) is None
        assert "Question 7 has an incomplete matching, which does not count." in text(pilot)

    on_screen(taking, steps)


# By mouse


def test_everything_can_be_done_with_the_mouse(tmp_path: Path) -> None:
    taking = take(tmp_path, GRADED)
    first = taking.at("why").task.options[1].id  # type: ignore[union-attr]

    async def steps(pilot: Pilot[None]) -> None:
        screen = pilot.app.screen
        await pilot.click(list(screen.query(ChoiceRow))[1], offset=(8, 0))
        assert chosen(taking) == first
        keys = screen.query_one(KeyBar)
        words = str(keys.render())
        await pilot.click(keys, offset=(1 + words.index("flag"), 0))
        assert taking.saved[-1].flags == ("why",)
        await pilot.click(screen.query_one(QuestionMap), offset=(1 + 3 * 5 + 1, 0))
        assert taking.session.variant.id == "steps"
        order = [item.id for item in taking.session.variant.task.items]  # type: ignore[union-attr]
        await pilot.click(screen.query(ChoiceRow).first(), offset=(4, 0))
        assert chosen(taking) == [order[1], order[0], *order[2:]]
        await pilot.click(list(screen.query(ChoiceRow))[1], offset=(2, 0))
        assert chosen(taking) == order
        await pilot.click(screen.query_one(QuestionMap), offset=(1 + 3 * 6 + 1, 0))
        task = taking.session.variant.task
        assert isinstance(task, Matching)
        await pilot.click(list(screen.query(ChoiceRow))[2], offset=(8, 0))
        await pilot.click(list(screen.query(ChoiceRow))[len(task.lefts) + 1], offset=(8, 0))
        assert taking.saved[-1].drafts == {"who": "3b"}

    on_screen(taking, steps)


# Practice, and exams


def test_a_practice_explains_at_once_and_the_answer_stands(tmp_path: Path) -> None:
    taking = take(tmp_path)
    variant = taking.at("why")

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        assert "There is no answer yet. → continues without one." in text(pilot)
        await pilot.press(letter_of(variant, "Nothing"), "enter")
        shown = text(pilot)
        for part in ("✗ Not right. -0.5 / 2", "Only to zero.", "It gives dₖ (not chosen)", "grader show double", "[✗]"):
            assert part in shown
        await pilot.press(letter_of(variant, "It halves it"))
        assert chosen(taking) == id_of(variant, "Nothing")
        await pilot.press("enter")
        assert taking.session.variant.id == "which"
        await pilot.press("ctrl+e")
        assert "- No answer." in text(pilot)
        assert "Twice one." in text(pilot)

    on_screen(taking, steps)


def test_an_exam_shows_no_answer_before_it_is_handed_in(tmp_path: Path) -> None:
    taking = take(tmp_path, GRADED)
    variant = taking.at("why")

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press(letter_of(variant, "Nothing"), "ctrl+e")
        assert "zero" not in text(pilot)
        assert "show" not in str(pilot.app.screen.query_one(KeyBar).render())
        await pilot.press("ctrl+s", "ctrl+s")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ResultScreen)
        assert "Only to zero." in text(pilot)
        assert "0 of 11 points (0%): 1 not right, 9 without an answer." in text(pilot)

    on_screen(taking, steps)
    assert taking.saved[-1].ended is Ended.SUBMITTED


def test_before_handing_in_open_and_flagged_questions_are_listed_and_lead_there(tmp_path: Path) -> None:
    taking = take(tmp_path, GRADED)
    taking.session.answer(id_of(taking.at("why"), "Nothing"))

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("right", "ctrl+f", "ctrl+s")
        await pilot.pause()
        assert isinstance(pilot.app.screen, SummaryScreen)
        assert "Questions 2 to 10 have no answer.\nYou flagged 2." in text(pilot)
        assert pilot.app.screen.query_one(OptionList).highlighted == 1
        await pilot.press("escape")
        await pilot.press("ctrl+s", "down", "enter")
        await pilot.pause()
        assert taking.session.variant.id == "memory"
        assert not taking.session.attempt.is_finished

    on_screen(taking, steps)


def test_every_ctrl_key_has_a_letter_after_esc_also_in_a_text_field(tmp_path: Path) -> None:
    """Editors and browsers take Ctrl+N, Ctrl+P, Ctrl+F, Ctrl+S, Ctrl+Q and F1 for themselves."""
    taking = take(tmp_path, GRADED)
    name = taking.at("name")
    start = taking.session.index

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press(*"dou", "escape")
        await pilot.pause()
        assert "press Esc, then N P F E S or Q" in text(pilot).replace("\n", " ")
        await pilot.press("f")
        await pilot.pause()
        assert taking.session.is_flagged(name)
        await pilot.press("escape", "n")
        await pilot.pause()
        assert taking.session.index == start + 1
        await pilot.press("escape", "p")
        await pilot.pause()
        assert taking.session.index == start
        await pilot.press("escape", "escape", *"ble", "escape", "s")
        await pilot.pause()
        assert isinstance(pilot.app.screen, SummaryScreen)
        await pilot.press("s")
        await pilot.pause()

    on_screen(taking, steps)
    assert (taking.saved[-1].ended, taking.saved[-1].answers) == (Ended.SUBMITTED, {"name": "double"})


def test_the_time_ends_the_quiz_even_under_a_dialog(tmp_path: Path) -> None:
    taking = take(tmp_path, GRADED)
    taking.at("name")

    async def steps(pilot: Pilot[None]) -> None:
        desk = pilot.app.screen
        assert "20:00 left" in text(pilot)
        await pilot.press(*"double", "f1")
        assert isinstance(pilot.app.screen, HelpScreen)
        taking.watch.move(minutes=19, seconds=58.5)
        desk.tick()  # type: ignore[attr-defined]
        assert "0:02 left" in str(desk.query_one("#bar", TextBlock).render())
        taking.watch.move(seconds=2)
        for _ in range(3):
            desk.tick()  # type: ignore[attr-defined]
        await pilot.pause()
        assert [type(screen) for screen in pilot.app.screen_stack].count(ResultScreen) == 1
        assert isinstance(pilot.app.screen, ResultScreen)
        assert "Time is up: your answers so far were submitted." in text(pilot)

    on_screen(taking, steps)
    assert (taking.saved[-1].ended, taking.saved[-1].answers) == (Ended.TIME, {"name": "double"})


def test_what_cannot_be_saved_is_told_and_stays_on_the_screen(tmp_path: Path) -> None:
    taking = take(tmp_path, GRADED)
    variant = taking.at("why")

    async def steps(pilot: Pilot[None]) -> None:
        taking.full = True
        await pilot.press(letter_of(variant, "Nothing"))
        assert "your answers are not saved" in text(pilot)
        taking.full = False
        await pilot.press("ctrl+f")
        assert chosen(taking) == id_of(variant, "Nothing")

    on_screen(taking, steps)


# How it looks


@pytest.mark.parametrize("size", [SMALL, USUAL, (100, 40)])
def test_every_question_fits_the_width_and_its_keys_are_in_sight(tmp_path: Path, size: tuple[int, int]) -> None:
    taking = take(tmp_path)

    async def steps(pilot: Pilot[None]) -> None:
        for at in range(len(taking.session.paper.questions)):
            await pilot.app.screen.jump(at)  # type: ignore[attr-defined]
            await pilot.pause()
            screen = pilot.app.screen
            keys = screen.query_one(KeyBar)
            assert keys.region.bottom == size[1]
            assert keys.region.height == len(str(keys.render()).split("\n")) <= 2
            for block in screen.query(TextBlock):
                lines = str(block.render()).split("\n")
                assert max(map(display_width, lines)) <= block.size.width
            focused = screen.focused
            assert isinstance(focused, ChoiceBox | Input)

    on_screen(taking, steps, size)


def test_a_long_question_is_shown_from_its_beginning_and_followed_by_the_cursor(tmp_path: Path) -> None:
    long = PRACTICE.replace("prompt: In which order?", "prompt: '" + " ".join(["In which order?"] * 80) + "'")
    taking = take(tmp_path, long)
    taking.at("steps")

    async def steps(pilot: Pilot[None]) -> None:
        page = pilot.app.screen.query_one("#page")
        assert page.scroll_y == 0
        await pilot.press("pagedown")
        assert page.scroll_y > 0
        await pilot.press("pageup", "down", "down", "down")
        await pilot.pause()
        row = list(pilot.app.screen.query(ChoiceRow))[3]
        assert page.region.contains_region(row.region)

    on_screen(taking, steps, SMALL)


def styles(pilot: Pilot[None]) -> set[RichStyle]:
    strips = pilot.app.screen._compositor.render_strips()
    return {segment.style for strip in strips for segment in strip if segment.style}


def colours(seen: set[RichStyle], *where: str) -> set[int | str | None]:
    """The terminal's colours by number, its default as None, others by name."""
    found = [getattr(style, place) for style in seen for place in where or ("color", "bgcolor")]
    return {colour.name if colour.triplet else colour.number for colour in found if colour is not None}


def looked_at(taking: Taking, color: bool) -> tuple[set[RichStyle], set[RichStyle]]:
    """How a line to write in looks, and the list before handing in."""
    seen: list[set[RichStyle]] = []

    async def look(pilot: Pilot[None]) -> None:
        await pilot.press("4")
        seen.append(styles(pilot))
        await pilot.press("ctrl+s")
        await pilot.pause()
        seen.append(styles(pilot))

    taking.at("memory")
    on_screen(taking, look, color=color)
    return seen[0], seen[1]


def test_colours_are_the_terminals_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No colour is a fixed one, and nothing stands out by black or white: it is read on light and dark terminals."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    for seen in looked_at(take(tmp_path), color=True):
        assert {None, CYAN} <= colours(seen) <= {None, *range(16)}
        assert colours(seen, "bgcolor") == {None, CYAN}


def test_without_colours_the_cursor_is_still_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    for seen in looked_at(take(tmp_path), color=False):
        assert colours(seen) <= {None}
        assert any(style.underline for style in seen)


# On a real terminal


@pytest.mark.skipif(sys.platform == "win32", reason="terminals are not to be had there")
def test_a_killed_terminal_goes_on_where_it_was_and_a_quiz_is_handed_in(mini: MiniCourse, cache: Path) -> None:
    quiz_samples.write(mini.path, PRACTICE)
    work = mini.path / "work"
    make(mini.load(), work, notebooks=False, remember=False)
    env = {"PATH": os.environ["PATH"], "XDG_CACHE_HOME": str(cache), "LANG": "C.UTF-8", "TERM": "xterm-256color"}
    file = work / "attempts" / "doubling.attempt1.json"
    first = Terminal(COMMAND, "quiz", "take", "doub", cwd=work, env=env)
    try:
        first.until("Question 1 of 10")
        first.process.send("\x0e")  # Ctrl+N
        first.until("Question 2 of 10")
        first.process.send("a")
        first.until("[x]")
        first.process.send("\x0e")
        first.until("Question 3 of 10")
        first.process.send("4 M")
        first.until("4 M")
        while json.loads(file.read_text())["drafts"] != {"memory": "4 M"}:
            first.hear()
        shown = first.text
    finally:
        first.process.kill(signal.SIGKILL)
        first.process.close()
    second = Terminal(COMMAND, "quiz", "take", "1", cwd=work, env=env)
    try:
        second.until("Question 3 of 10")
        second.until("4 M")
        assert shown.split("\n")[:8] == second.text.split("\n")[:8]
        second.process.send("B\r")
        second.until("✓ Right.")
        second.process.send("\x13")  # Ctrl+S
        second.until("Submit?")
        second.process.send("\x13")
        second.until("points (")
        second.process.send("\r")
        second.until_it_ends()
        assert "Your answers are in attempts/doubling.attempt1.json" in second.text
        assert "grader quiz review" in second.text.split("What to do next")[-1], "the screen with it is gone"
    finally:
        second.process.close(force=True)
    saved = json.loads(file.read_text())
    assert (saved["ended"], set(saved["answers"])) == ("submitted", {"which", "memory"})
