"""YAML files with positions: every error names the file, the line and the key."""

from __future__ import annotations

import types
import typing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec
import msgspec.structs

from grader.errors import ContentError
from grader.text import did_you_mean, read_text

if TYPE_CHECKING:
    import yaml

T = TypeVar("T", bound=msgspec.Struct)
Where = tuple[str | int, ...]  # the path of a value: ("hints", 1)

# Types that a schema may ask for, and how to write their values.
_WANTED: dict[Any, tuple[str, str]] = {
    str: ("text", "put it in quotes"),
    int: ("a whole number", "write digits only, like 20"),
    float: ("a number", "write digits, like 2 or 0.5"),
    bool: ("true or false", "write true or false, without quotes"),
    list: ("a list", "write [one, two], or one '- item' per line"),
    dict: ("a mapping", "write 'key: value' lines"),
}
# YAML's tags: what they are called in messages, and the types of a schema that they fit.
_TAGS: dict[str, tuple[str, tuple[type, ...]]] = {
    "map": ("a mapping", (msgspec.Struct, dict)),
    "seq": ("a list", (list, tuple)),
    "str": ("the text", (str,)),
    "int": ("the number", (int, float)),
    "float": ("the number", (float,)),
    "bool": ("true or false", (bool,)),
    "timestamp": ("the date", ()),
}
QUOTE = "put a text that contains ': ' in quotes"
_START = "indent with spaces, not tabs, and quote a text that starts with a special character"
# Words in an error of the parser, and what to do about it; the first that fits.
_SYNTAX_REMEDIES = (
    ("mapping values", QUOTE),
    ("cannot start any token", _START),
    ("tab character", _START),
    ("another document", "remove the line '---'"),
    ("", "look at the quotes, brackets and indentation here"),
)


def read(path: Path, kind: type[T], remedy: str = "create it") -> Document[T]:
    """Read a file as a `kind`, whose annotations are the schema: str, int, float, bool, Structs, and dicts, lists and
    tuples of them. ContentError if it does not fit."""
    return Document(path, kind, read_text(path, remedy))


def plain(path: Path) -> Any:
    """Return the content of a file that was read before, as dicts, lists and scalars."""
    return _loader(read_text(path)).get_single_data()


def line_of(path: Path, *where: str | int) -> int:
    """Return the line of a key in a file that was read before. Errors are rare, so lines are not kept."""
    node: Any = _loader(read_text(path)).get_single_node()
    place = node
    for step in where:
        if _tag(node) == "map":
            place, node = {key.value: (key, value) for key, value in node.value}[step]
        else:
            place = node = node.value[step]
    return _line(place)


def _loader(text: str) -> Any:
    """libyaml's loader if it is available: many times as fast, with the same results."""
    import yaml

    return getattr(yaml, "CSafeLoader", yaml.SafeLoader)(text)


def _line(place: Any) -> int:
    """Return the line of a node or an event."""
    return int(place.start_mark.line) + 1


def _tag(node: yaml.Node) -> str:
    """Return "map", "seq", "str", "int", "float", "bool", "null", "timestamp", or what an author wrote after "!"."""
    return str(node.tag).rpartition(":")[2]


def _described(node: yaml.Node) -> str:
    """Return what was written, in words."""
    if _tag(node) == "null":
        return "nothing"
    words = _TAGS[_tag(node)][0] if _tag(node) in _TAGS else f"something tagged {node.tag}"
    return f"{words} {node.value!r}" if isinstance(node.value, str) else words


def _in_words(where: Where) -> str:
    """("hints", 1) → "item 2 of 'hints'"."""
    if not where:
        return "the file"
    if isinstance(where[-1], int):
        return f"item {where[-1] + 1} of {_in_words(where[:-1])}"
    return f"'{where[-1]}'"


class Document(Generic[T]):
    """The content of a file, read by walking its syntax tree along the schema `kind`, and the line of each value."""

    def __init__(self, path: Path, kind: type[T], text: str) -> None:
        self.path = path
        self._text = text
        self._lines: dict[Where, int] = {}
        self._seen: set[int] = set()
        node = self._parse()
        if node is None:
            needed = ", ".join(field.name for field in msgspec.structs.fields(kind) if field.required)
            raise ContentError(path, f"the file is empty{needed and f'; it needs: {needed}'}", 1)
        self.value: T = self._value(node, kind, ())

    def line(self, *where: str | int) -> int:
        """Return the line of a key like ("points", "hides_the_future"), or of the nearest value around it."""
        while where and where not in self._lines:
            where = where[:-1]
        return self._lines.get(where, 1)

    def error(self, problem: str, *where: str | int) -> ContentError:
        """Return an error to raise about a value that has the right type but makes no sense."""
        return ContentError(self.path, problem, self.line(*where))

    def require(self, holds: object, problem: str, *where: str | int) -> None:
        """Raise an error about a value unless `holds`."""
        if not holds:
            raise self.error(problem, *where)

    def _parse(self) -> yaml.Node | None:
        """Return the root of the file, None if it is empty."""
        import yaml

        try:
            self._loader = _loader(self._text)
            node: yaml.Node | None = self._loader.get_single_node()
            return node
        except yaml.MarkedYAMLError as error:
            problem = ", ".join(part for part in (error.context, error.problem) if part)
            remedy = next(remedy for words, remedy in _SYNTAX_REMEDIES if words in problem)
            # An open quote or bracket is wrong where it opens, not where the file ends.
            opened = error.context and any(word in error.context for word in ("flow", "quoted"))
            mark = error.context_mark if opened else error.problem_mark
            line, problem = mark.line + 1 if mark else 1, f"not valid YAML: {problem}; {remedy}"
        except yaml.YAMLError:
            from yaml.reader import Reader

            bad = Reader.NON_PRINTABLE.search(self._text)
            line = self._text.count("\n", 0, bad.start()) + 1 if bad else 1
            problem = "not valid YAML: a control character; delete it"
        except RecursionError:
            line, problem = 1, "nested too deep; use fewer brackets"
        raise ContentError(self.path, problem, line)

    def _value(self, node: yaml.Node, kind: Any, where: Where) -> Any:
        """Return the node as a `kind`."""
        if id(node) in self._seen:  # refused, so that nothing multiplies or contains itself
            import yaml

            events = iter(_loader(self._text).get_event, None)
            alias = next(event for event in events if isinstance(event, yaml.AliasEvent))
            raise self._error("aliases are not supported; write the value out instead of '*…'", alias)
        self._seen.add(id(node))
        self._lines.setdefault(where, _line(node))
        if typing.get_origin(kind) in (types.UnionType, typing.Union):
            # The member that the node looks like. Not None: a key may be missing, but not empty.
            members = [member for member in typing.get_args(kind) if member is not types.NoneType]
            fitting = _TAGS[_tag(node)][1] if _tag(node) in _TAGS else ()
            fits = (member for member in members if issubclass(typing.get_origin(member) or member, fitting))
            kind = next(fits, members[0])
        origin = typing.get_origin(kind) or kind
        if issubclass(origin, msgspec.Struct):
            return self._struct(node, origin, where)
        if origin is dict:
            inner = typing.get_args(kind)[1]
            return {key: self._value(item, inner, (*where, key)) for key, item in self._pairs(node, where).items()}
        if origin in (list, tuple):
            if _tag(node) != "seq":
                raise self._wrong_type(node, list, where)
            inner = typing.get_args(kind)[0]
            return origin([self._value(item, inner, (*where, index)) for index, item in enumerate(node.value)])
        return self._scalar(node, kind, where)

    def _pairs(self, node: yaml.Node, where: Where) -> dict[str, yaml.Node]:
        """Return the value of each key."""
        if _tag(node) != "map":
            raise self._wrong_type(node, dict, where)
        pairs: dict[str, yaml.Node] = {}
        for key, value in node.value:
            if _tag(key) not in ("str", "merge"):
                raise self._error(f"a key must be text, not {_described(key)}; put it in quotes", key)
            place = (*where, str(key.value))
            if key.value in pairs:
                problem = f"the key '{key.value}' is already on line {self._lines[place]}; remove one of them"
                raise self._error(problem, key)
            pairs[key.value] = value
            self._lines[place] = _line(key)
        return pairs

    def _struct(self, node: yaml.Node, kind: type[msgspec.Struct], where: Where) -> msgspec.Struct:
        fields = {field.name: field for field in msgspec.structs.fields(kind)}
        pairs = self._pairs(node, where)
        inside = f" in {_in_words(where)}" if where else ""
        for name in pairs:
            if name not in fields:
                raise self.error(f"unknown key '{name}'{inside}{did_you_mean(name, fields)}", *where, name)
        for name, field in fields.items():
            if field.required and name not in pairs:
                raise self._error(f"the key '{name}' is missing{inside}; add '{name}: …'", node)
        return kind(**{name: self._value(pairs[name], fields[name].type, (*where, name)) for name in pairs})

    def _scalar(self, node: yaml.Node, kind: Any, where: Where) -> Any:
        try:
            value = self._loader.construct_object(node) if isinstance(node.value, str) else None
            value = float(value) if kind is float and type(value) is int else value
        except Exception:  # a malformed date, an unknown tag, a number too long: yaml raises anything
            value = None
        if type(value) is not kind:
            raise self._wrong_type(node, kind, where)
        return value

    def _wrong_type(self, node: yaml.Node, wanted: Any, where: Where) -> ContentError:
        """ "'minutes' must be a whole number, not the text 'twenty'; write digits only, like 20"."""
        words, remedy = _WANTED[wanted]
        if _tag(node) == "null":
            remedy = "give it a value, or remove the key"
        elif wanted is str and _tag(node) == "map":
            remedy = QUOTE
        return self._error(f"{_in_words(where)} must be {words}, not {_described(node)}; {remedy}", node)

    def _error(self, problem: str, place: Any) -> ContentError:
        return ContentError(self.path, problem, _line(place))
