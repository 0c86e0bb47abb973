"""Texts of a question with parameters: `[[d]]` shows one, `[[= d * n]]` computes, `[[= d / n : .2f]]` formats.

Only an identifier or `=` after the brackets makes a slot, so matrices ([[1, 2], [3, 4]]) and LaTeX stand as written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from grader.course.quizmath import ExpressionError, evaluate, objection
from grader.course.textfile import did_you_mean

_SLOT = re.compile(
    r"""\[\[
        (?: = \s* (?P<expression> [^:\n]+? ) | (?P<name> [A-Za-z]\w* ) )
        \s* (?: : \s* (?P<form> [^\]\s]* ) \s* )?
    \]\]""",
    re.ASCII | re.VERBOSE,
)
_FORM = re.compile(r",?(\.\d\d?)?[defg%]?", re.ASCII)
_BEGIN = "[[="


def fill(text: str, values: Mapping[str, float | str]) -> str:
    """The text with every slot filled; ExpressionError if one has no value. Without parameters, as it is."""
    return _SLOT.sub(lambda slot: _shown(slot, values), text) if values else text


def slot_objection(text: str, names: Sequence[str]) -> str:
    """What is wrong with the slots of a text; "" if nothing is."""
    if not names:
        return ""
    for slot in _SLOT.finditer(text):
        problem = _slot_problem(slot, names)
        if problem:
            return problem
    if _BEGIN in _SLOT.sub("", text):
        return "a slot is not finished; write it like '[[= d * n ]]'"
    return ""


def slot_names(text: str) -> set[str]:
    """The words in a text's slots: parameters, and functions."""
    slots = (slot["name"] or slot["expression"] for slot in _SLOT.finditer(text))
    return {word for slot in slots for word in re.findall(r"[A-Za-z]\w*", slot, re.ASCII)}


def number_text(value: float, form: str = "") -> str:
    """A number as a student reads it: 8, 0.125, or by a format such as ".2f"."""
    whole = value == int(value) and abs(value) < 1e15
    if not form:
        return str(int(value)) if whole else f"{value:.10g}"
    if form.endswith("d"):
        if not whole:
            raise ExpressionError(f"{value:g} is no whole number, which the format '{form}' asks for")
        return format(int(value), form)
    shown = format(value, form)
    return shown.removeprefix("-") if float(shown.strip("%").replace(",", "")) == 0 else shown


def _shown(slot: re.Match[str], values: Mapping[str, float | str]) -> str:
    name, form = slot["name"], slot["form"] or ""
    value = values.get(name) if name else None
    if isinstance(value, str):
        return value
    return number_text(evaluate(name or slot["expression"], values), form)


def _slot_problem(slot: re.Match[str], names: Sequence[str]) -> str:
    name, form = slot["name"], slot["form"]
    if form is not None and not (form and _FORM.fullmatch(form)):
        return f"'{form}' is no format for numbers; write one like .2f, .3g, d or .1%"
    if name is None:
        return objection(slot["expression"], names)
    if name not in names:
        hint = did_you_mean(name, names)
        return f"'[[{name}]]' names no parameter{hint} (for plain brackets write [ [{name}] ])"
    return ""
