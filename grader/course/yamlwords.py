"""What is wrong with a YAML file, in words a person understands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import yaml

Where = tuple[str | int, ...]

# What a file may be asked for, and how to write it.
_WANTED: dict[Any, tuple[str, str]] = {
    str: ("text", "put it in quotes"),
    int: ("a whole number", "write digits only, like 20"),
    float: ("a number", "write digits, like 2 or 0.5"),
    bool: ("true or false", "write true or false, without quotes"),
    list: ("a list", "write [one, two], or one '- item' a line"),
    dict: ("a mapping", "write 'key: value' lines"),
}
_FOUND = {
    "map": "a mapping",
    "seq": "a list",
    "bool": "true or false",
    "int": "the number",
    "float": "the number",
    "str": "the text",
    "timestamp": "the date",
}


def line(place: Any) -> int:
    """The line of a node or an event."""
    return int(place.start_mark.line) + 1


def tag(node: yaml.Node) -> str:
    """ "map", "seq", "str", "int", "float", "bool", "null", "timestamp", or what an author wrote after "!"."""
    return str(node.tag).rpartition(":")[2]


def wrong_type(node: yaml.Node, wanted: Any, where: Where) -> str:
    """ "'minutes' must be a whole number, not the text 'twenty'; write digits only, like 20"."""
    words, remedy = _WANTED[wanted]
    if tag(node) == "null":
        remedy = "give it a value, or remove the key"
    elif wanted is str and tag(node) == "map":
        remedy = "put a text that contains ': ' in quotes"
    return f"{named(where)} must be {words}, not {described(node)}; {remedy}"


def wrong_key(node: yaml.Node) -> str:
    return f"a key must be text, not {described(node)}; put it in quotes"


def named(where: Where) -> str:
    """("hints", 1) → "item 2 of 'hints'"."""
    if not where:
        return "the file"
    if isinstance(where[-1], int):
        return f"item {where[-1] + 1} of {named(where[:-1])}"
    return f"'{where[-1]}'"


def described(node: yaml.Node) -> str:
    """What was written."""
    words = _FOUND.get(tag(node), f"something tagged {node.tag}")
    if tag(node) == "null":
        return "nothing"
    return f"{words} {node.value!r}" if isinstance(node.value, str) else words


def syntax_problem(error: yaml.MarkedYAMLError) -> str:
    """What the parser says, and what to do about it."""
    problem = ", ".join(part for part in (error.context, error.problem) if part)
    if "mapping values" in problem:
        remedy = "put a text that contains ': ' in quotes"
    elif "cannot start any token" in problem or "tab character" in problem:
        remedy = "indent with spaces, not tabs, and quote a text that starts with a special character"
    elif "another document" in problem:
        remedy = "remove the line '---'"
    else:
        remedy = "look at the quotes, brackets and indentation here"
    return f"not valid YAML: {problem}; {remedy}"


def syntax_line(error: yaml.MarkedYAMLError) -> int:
    """The line; of an open quote or bracket, where it opens, not where the file ends."""
    opened = error.context and any(word in error.context for word in ("flow", "quoted"))
    mark = error.context_mark if opened else error.problem_mark
    return mark.line + 1 if mark else 1
