"""YAML files with positions: every problem is told with its file, its line and its place in words."""

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


def node_line(place: Any) -> int:
    """The line of a node or an event."""
    return int(place.start_mark.line) + 1


def tag_of(node: yaml.Node) -> str:
    """ "map", "seq", "str", "int", "float", "bool", "null", "timestamp", or what an author wrote after "!"."""
    return str(node.tag).rpartition(":")[2]


def wrong_type(node: yaml.Node, wanted: Any, where: Where) -> str:
    """ "'minutes' must be a whole number, not the text 'twenty'; write digits only, like 20"."""
    words, remedy = _WANTED[wanted]
    if tag_of(node) == "null":
        remedy = "give it a value, or remove the key"
    elif wanted is str and tag_of(node) == "map":
        remedy = "put a text that contains ': ' in quotes"
    return f"{path_in_words(where)} must be {words}, not {described(node)}; {remedy}"


def wrong_key(node: yaml.Node) -> str:
    return f"a key must be text, not {described(node)}; put it in quotes"


def path_in_words(where: Where) -> str:
    """("hints", 1) → "item 2 of 'hints'"."""
    if not where:
        return "the file"
    if isinstance(where[-1], int):
        return f"item {where[-1] + 1} of {path_in_words(where[:-1])}"
    return f"'{where[-1]}'"


def described(node: yaml.Node) -> str:
    """What was written."""
    words = _FOUND.get(tag_of(node), f"something tagged {node.tag}")
    if tag_of(node) == "null":
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


T = TypeVar("T", bound=msgspec.Struct)


class Document(Generic[T]):
    """What a file says, and on which line it says it."""

    def __init__(self, path: Path, value: T, lines: dict[Where, int]) -> None:
        self.path = path
        self.value = value
        self._lines = lines

    def line(self, *where: str | int) -> int:
        """The line of ("points", "hides_the_future"): of the key, or of the nearest thing around it."""
        while where and where not in self._lines:
            where = where[:-1]
        return self._lines.get(where, 1)

    def error(self, problem: str, *where: str | int) -> ContentError:
        """An error to raise about a value that has the right type but makes no sense."""
        return ContentError(self.path, problem, self.line(*where))


def read(path: Path, kind: type[T], remedy: str = "create it") -> Document[T]:
    """The file as a `kind`, whose annotations are the schema: str, int, float, bool, Structs, and dicts, lists and
    tuples of them. ContentError if it is not one."""
    reader = _SchemaReader(path, read_text(path, remedy))
    value: T = reader.root(kind)
    return Document(path, value, reader.lines)


def line_of(path: Path, *where: str | int) -> int:
    """The line of a key in a file that was read before: looked up when an error needs it."""
    node: Any = _loader(read_text(path)).get_single_node()
    place = node
    for step in where:
        if tag_of(node) == "map":
            place, node = {key.value: (key, value) for key, value in node.value}[step]
        else:
            place = node = node.value[step]
    return node_line(place)


def _loader(text: str) -> Any:
    """libyaml's loader where it is built in: many times as fast, with the same results."""
    import yaml

    return getattr(yaml, "CSafeLoader", yaml.SafeLoader)(text)


class _SchemaReader:
    """Walks the syntax tree of one file along the schema."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.text = text
        self.lines: dict[Where, int] = {}
        self._seen: set[int] = set()

    def root(self, kind: type[T]) -> T:
        node = self._parse()
        if node is None:
            needed = ", ".join(field.name for field in msgspec.structs.fields(kind) if field.required)
            raise ContentError(self.path, f"the file is empty{needed and f'; it needs: {needed}'}", 1)
        value: T = self.value(node, kind, ())
        return value

    def _parse(self) -> yaml.Node | None:
        import yaml

        try:
            self._loader = _loader(self.text)
            node: yaml.Node | None = self._loader.get_single_node()
        except yaml.MarkedYAMLError as error:
            raise ContentError(self.path, syntax_problem(error), syntax_line(error)) from None
        except yaml.YAMLError:
            from yaml.reader import Reader

            bad = Reader.NON_PRINTABLE.search(self.text)
            line = self.text.count("\n", 0, bad.start()) + 1 if bad else 1
            raise ContentError(self.path, "not valid YAML: a control character; delete it", line) from None
        except RecursionError:
            raise ContentError(self.path, "nested too deep; use fewer brackets", 1) from None
        return node

    def value(self, node: yaml.Node, kind: Any, where: Where) -> Any:
        """The node as a `kind`."""
        self._refuse_alias(node)
        self.lines.setdefault(where, node_line(node))
        kind = _member(kind, node)
        origin = typing.get_origin(kind) or kind
        if issubclass(origin, msgspec.Struct):
            return self._struct(node, origin, where)
        if origin is dict:
            inner = typing.get_args(kind)[1]
            return {key: self.value(item, inner, (*where, key)) for key, item in self._pairs(node, where).items()}
        if origin in (list, tuple):
            self._expect(node, "seq", list, where)
            inner = typing.get_args(kind)[0]
            return origin([self.value(item, inner, (*where, index)) for index, item in enumerate(node.value)])
        return self._scalar(node, kind, where)

    def _refuse_alias(self, node: yaml.Node) -> None:
        """A node met twice is an alias. Refused, so that nothing multiplies or contains itself."""
        import yaml

        if id(node) in self._seen:
            events = iter(_loader(self.text).get_event, None)
            line = next(node_line(event) for event in events if isinstance(event, yaml.AliasEvent))
            raise ContentError(self.path, "aliases are refused; write the value out in place of '*…'", line)
        self._seen.add(id(node))

    def _pairs(self, node: yaml.Node, where: Where) -> dict[str, yaml.Node]:
        """Key → value node."""
        self._expect(node, "map", dict, where)
        pairs: dict[str, yaml.Node] = {}
        for key, value in node.value:
            if tag_of(key) not in ("str", "merge"):
                raise self._error(wrong_key(key), key)
            place = (*where, str(key.value))
            if key.value in pairs:
                problem = f"the key '{key.value}' is already on line {self.lines[place]}; remove one of them"
                raise self._error(problem, key)
            pairs[key.value] = value
            self.lines[place] = node_line(key)
        return pairs

    def _struct(self, node: yaml.Node, kind: type[msgspec.Struct], where: Where) -> msgspec.Struct:
        fields = {field.name: field for field in msgspec.structs.fields(kind)}
        pairs = self._pairs(node, where)
        inside = f" in {path_in_words(where)}" if where else ""
        for name in pairs:
            if name not in fields:
                problem = f"unknown key '{name}'{inside}{did_you_mean(name, fields)}"
                raise ContentError(self.path, problem, self.lines[*where, name])
        for name, field in fields.items():
            if field.required and name not in pairs:
                raise self._error(f"the key '{name}' is missing{inside}; add '{name}: …'", node)
        return kind(**{name: self.value(pairs[name], fields[name].type, (*where, name)) for name in pairs})

    def _scalar(self, node: yaml.Node, kind: Any, where: Where) -> Any:
        wrong = self._error(wrong_type(node, kind, where), node)
        try:
            value = self._loader.construct_object(node) if isinstance(node.value, str) else None
            value = float(value) if kind is float and type(value) is int else value
        except Exception:  # a malformed date, an unknown tag, a number too long: yaml raises what it likes
            raise wrong from None
        if type(value) is not kind:
            raise wrong
        return value

    def _expect(self, node: yaml.Node, tag: str, kind: type, where: Where) -> None:
        if tag_of(node) != tag:
            raise self._error(wrong_type(node, kind, where), node)

    def _error(self, problem: str, node: yaml.Node) -> ContentError:
        return ContentError(self.path, problem, node_line(node))


_FITS: dict[str, tuple[type, ...]] = {
    "map": (msgspec.Struct, dict),
    "seq": (list, tuple),
    "str": (str,),
    "int": (int, float),
    "float": (float,),
    "bool": (bool,),
}


def _member(kind: Any, node: yaml.Node) -> Any:
    """Of a union, the member that the node looks like. None counts for nothing: a key may be missing, not empty."""
    if typing.get_origin(kind) not in (types.UnionType, typing.Union):
        return kind
    members = [member for member in typing.get_args(kind) if member is not types.NoneType]
    fitting = _FITS.get(tag_of(node), ())
    return next((m for m in members if issubclass(typing.get_origin(m) or m, fitting)), members[0])
