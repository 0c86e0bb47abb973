"""Can a submission keep anything from one call to the next? Told from its source, in the child, before it runs.

A hidden check has a process of its own, so that what ran earlier cannot lie in wait for it. Plain code, functions that
compute with numpy and nothing else, has nowhere to wait: it reaches no object that outlives a call, no frame, no module
but those named in `harmless`, and no memory that it has not written itself. Its checks can share a process, and a class
is graded several times faster.

Everything is refused that is not known to be harmless. A refusal costs time, never the grade.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from grader.worker.harmless import (
    EXCEPTIONS,
    FILLED,
    GUARDED,
    KIND_AT,
    KIND_BUILTINS,
    KIND_WORDS,
    KINDS,
    METHODS,
    PADDINGS,
    REDUCTIONS,
)
from grader.worker.names import Names

_BY_NAME = ("dtype", "otypes")  # given by name, it is not given by place, too
_ERRORS = {"all", "divide", "invalid", "over", "under"}
# Harmless by themselves, and where to look further in them; a rule looks at the rest. What is missing here is refused.
_PARTS: dict[type[ast.AST], tuple[str, ...]] = {
    kind: tuple(field for field in kind._fields if field not in ("ctx", "op", "ops", "type_comment"))
    for kind in (
        ast.arguments, ast.keyword, ast.comprehension, ast.Expr, ast.Return, ast.Delete, ast.For, ast.While, ast.If,
        ast.Raise, ast.Assert, ast.Pass, ast.Break, ast.Continue, ast.BoolOp, ast.NamedExpr, ast.BinOp, ast.UnaryOp,
        ast.IfExp, ast.Dict, ast.Set, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Yield,
        ast.Compare, ast.FormattedValue, ast.JoinedStr, ast.Subscript, ast.Starred, ast.List, ast.Tuple, ast.Slice,
        ast.Lambda, ast.Match, ast.match_case, ast.MatchValue, ast.MatchSequence, ast.MatchOr,
    )
}  # fmt: skip
_PARTS |= {
    ast.AnnAssign: ("target", "value"),
    ast.FunctionDef: tuple(part for part in ("args", "body", "type_params") if part in ast.FunctionDef._fields),
    ast.Try: ("body", "handlers", "orelse"),
    ast.ExceptHandler: ("body",),
    ast.With: ("body",),
    ast.MatchAs: ("pattern",),
    ast.MatchSingleton: (),
    ast.MatchStar: (),
    ast.Constant: (),
    ast.Name: (),
    ast.arg: (),
    ast.Assign: (),
    ast.AugAssign: (),
    ast.Attribute: (),
    ast.Call: (),
    ast.Import: (),
    ast.ImportFrom: (),
}
_LASTING = {ast.Constant, ast.UnaryOp, ast.BinOp, ast.Tuple, ast.Name, ast.Attribute}


def is_plain(module: ast.Module, own: frozenset[str] = frozenset()) -> bool:
    """Whether nothing in this source can outlive a call, or see who calls it. `own`: plain modules that it may use."""
    look = _Look(Names(own))
    return all(look.at_the_top(statement) for statement in module.body) and look.finds_nothing()


class _Look:
    def __init__(self, names: Names) -> None:
        self._names = names
        self._todo: list[ast.AST] = []
        self._fine: set[ast.AST] = set()  # where `str` is read for what is harmless
        self._waits = self._guards = False  # there is a `yield`; there is a `with`

    def finds_nothing(self) -> bool:
        # What waits inside a `with` has not left it: numpy would go on as it says there, in later checks, too.
        return not (self._waits and self._guards) and self._names.are_known()

    def at_the_top(self, statement: ast.stmt) -> bool:
        """What stays as long as the module does: functions, and values that cannot be changed."""
        if isinstance(statement, ast.Assign | ast.AnnAssign):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            names = [target.id for target in targets if isinstance(target, ast.Name)]
            return len(names) == len(targets) and self._stays(statement, names)
        if isinstance(statement, ast.Expr):
            return type(statement.value) is ast.Constant
        if isinstance(statement, ast.If):
            return _is_for_scripts(statement)
        kinds = (ast.FunctionDef, ast.Import, ast.ImportFrom, ast.Pass)
        return type(statement) in kinds and self._is_harmless(statement)

    def _stays(self, statement: ast.Assign | ast.AnnAssign, names: list[str]) -> bool:
        value = statement.value
        if isinstance(value, ast.Subscript) or (isinstance(value, ast.Attribute) and value.attr == "ndarray"):
            return isinstance(statement, ast.Assign) and self._names.bind_hints(names) and self._names.hint(value)
        lasting = value is None or type(value) is ast.Lambda or self._is_lasting(value)
        return lasting and self._is_harmless(statement)

    def _is_lasting(self, value: ast.expr) -> bool:
        parts = (node for node in ast.walk(value) if isinstance(node, ast.expr))
        return all(type(node) in _LASTING or self._makes_lasting(node) for node in parts)

    def _makes_lasting(self, node: ast.expr) -> bool:
        """`float("inf")`, `re.compile(...)`."""
        if not isinstance(node, ast.Call) or node.keywords:
            return False
        if isinstance(node.func, ast.Name):
            self._names.meant.add(node.func.id)
            return node.func.id in ("float", "int")
        return isinstance(node.func, ast.Attribute) and node.func.attr == "compile"

    def _is_harmless(self, statement: ast.stmt) -> bool:
        todo = self._todo = [statement]
        while todo:
            node = todo.pop()
            kind = type(node)
            parts = _PARTS.get(kind)
            if parts is None:
                return False
            rule = _RULES.get(kind)
            if rule is not None and not rule(self, node):
                return False
            for part in parts:
                found = getattr(node, part)
                if type(found) is list:
                    todo += [one for one in found if one is not None]
                elif isinstance(found, ast.AST):
                    todo.append(found)
        return True

    def _constant(self, node: ast.Constant) -> bool:
        return type(node.value) is not bytes  # which can show the memory of an array: b"%b" % x

    def _name(self, node: ast.Name) -> bool:
        """`str` with a second argument would show the memory of an array: the gaps in a long double, too."""
        if type(node.ctx) is not ast.Load:
            return self._names.bind(node.id)
        self._names.read.add(node.id)
        return node.id != "str" or node in self._fine

    def _assign(self, node: ast.Assign) -> bool:
        self._todo.append(node.value)
        target, made = node.targets[0], _what_is_made(node.value)
        if len(node.targets) == 1 and isinstance(target, ast.Name) and made:
            return self._names.make(target.id, made)
        self._todo += node.targets
        return True

    def _add_to(self, node: ast.AugAssign) -> bool:
        self._todo.append(node.value)
        if isinstance(node.target, ast.Name):
            self._names.keep(node.target.id)
        else:
            self._todo.append(node.target)
        return True

    def _attribute(self, node: ast.Attribute) -> bool:
        return type(node.ctx) is ast.Load and node.attr not in GUARDED and self._path(node)

    def _path(self, node: ast.Attribute) -> bool:
        names, base = [node.attr], node.value
        while isinstance(base, ast.Attribute):
            names.append(base.attr)
            base = base.value
        if isinstance(base, ast.Name):
            self._names.paths.add((base.id, ".".join(reversed(names))))
            return True
        self._todo.append(base)
        return METHODS.issuperset(names)

    def _call(self, node: ast.Call) -> bool:
        self._todo += node.keywords
        if not all(self._is_known_keyword(node, keyword) for keyword in node.keywords):
            return False
        if isinstance(node.func, ast.Attribute):
            self._todo += node.args
            name = node.func.attr
            return (name not in GUARDED or self._is_known_call(name, node)) and self._path(node.func)
        if isinstance(node.func, ast.Name):
            self._names.called.add(node.func.id)
            self._todo += self._arguments(node.func.id, node.args)
            return node.func.id != "str" or (_are_at_most(1, node.args) and not node.keywords)
        self._todo += [node.func, *node.args]
        return True

    def _arguments(self, function: str, given: list[ast.expr]) -> list[ast.expr]:
        """All but the classes that some take, and keep to themselves."""
        if function == "defaultdict" and len(given) == 1 and isinstance(given[0], ast.Name):
            self._names.needed.add((function, function))
            self._names.called.add(given[0].id)
            return []
        if function == "map" and _are_at_most(2, given):
            self._lend(function, given[:1])
        if function != "isinstance" or len(given) != 2:
            return given
        self._names.meant.add(function)
        value, kinds = given
        self._lend(function, _alternatives(kinds))
        return [value, *(kind for kind in _alternatives(kinds) if not self._is_array_class(kind))]

    def _lend(self, function: str, values: list[ast.expr]) -> None:
        """`str` may be given to a builtin that does not call it with more than one value."""
        if any(isinstance(value, ast.Name) and value.id == "str" for value in values):
            self._names.meant.add(function)
            self._fine.update(values)

    def _is_array_class(self, node: ast.expr | None) -> bool:
        return isinstance(node, ast.Attribute) and node.attr == "ndarray" and self._path(node)

    def _is_known_keyword(self, node: ast.Call, keyword: ast.keyword) -> bool:
        name = keyword.arg
        if name in _BY_NAME:
            if isinstance(node.func, ast.Attribute) and node.func.attr in KIND_AT:
                self._fine.add(keyword.value)
            return self._is_kind(keyword.value)
        if name == "where":
            function = node.func.attr if isinstance(node.func, ast.Attribute) else "partial"
            filled = any(self._is_filled(other.value) for other in node.keywords if other.arg == "out")
            return function in REDUCTIONS or (filled and function != "partial")  # which may get another `out` later
        if name == "key" and isinstance(node.func, ast.Name) and node.func.id in ("max", "min", "sorted"):
            self._lend(node.func.id, [keyword.value])
        if name == "key" and isinstance(node.func, ast.Attribute) and node.func.attr == "sort":
            self._fine.add(keyword.value)
        if name == "signature":  # elsewhere it is one of types, and there are types of bytes
            return isinstance(node.func, ast.Attribute) and node.func.attr == "vectorize"
        return name is not None and name not in ("file", "sig")

    def _is_known_call(self, name: str, node: ast.Call) -> bool:
        at = KIND_AT.get(name)
        if name == "Counter" or (at is not None and any(keyword.arg in _BY_NAME for keyword in node.keywords)):
            return True
        if any(isinstance(one, ast.Starred) for one in node.args):
            return False
        if name == "pad":
            modes = node.args[2:] + [keyword.value for keyword in node.keywords if keyword.arg == "mode"]
            return all(isinstance(mode, ast.Constant) and mode.value in PADDINGS for mode in modes)
        if at is None:
            return False
        kinds = node.args[at : at + 1]
        if name == "reduce":  # that of functools takes a value there
            return all(isinstance(kind, ast.Constant) and not isinstance(kind.value, str) for kind in kinds)
        self._fine.update(kinds)
        return all(map(self._is_kind, kinds))

    def _is_kind(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Name) and node.id in KIND_BUILTINS:
            self._names.meant.add(node.id)
        elif isinstance(node, ast.Name):
            self._names.needed.add((node.id, "kind"))
        elif isinstance(node, ast.List):
            return all(self._is_kind(one) for one in node.elts)
        elif isinstance(node, ast.Constant):
            return node.value in KIND_WORDS
        else:
            return _what_is_made(node) == "kind"
        return True

    def _is_filled(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Name):
            self._names.needed.add((node.id, "filled"))
            return True
        return _what_is_made(node) == "filled"

    def _function(self, node: ast.FunctionDef | ast.Lambda) -> bool:
        defaults = [*node.args.defaults, *(value for value in node.args.kw_defaults if value is not None)]
        if not all(map(self._is_lasting, defaults)):
            return False
        if isinstance(node, ast.Lambda):
            return True
        return not node.decorator_list and self._names.bind(node.name) and self._names.hint(node.returns)

    def _arg(self, node: ast.arg) -> bool:
        return self._names.bind(node.arg) and self._names.hint(node.annotation)

    def _annotated(self, node: ast.AnnAssign) -> bool:
        return self._names.hint(node.annotation)

    def _yield(self, _: ast.Yield) -> bool:
        self._waits = True
        return True

    def _with(self, node: ast.With) -> bool:
        self._guards = True
        return all(self._changes_errors_only(item) for item in node.items)

    def _changes_errors_only(self, item: ast.withitem) -> bool:
        call = item.context_expr
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "errstate"):
            return False
        known = all(
            keyword.arg in _ERRORS
            and isinstance(keyword.value, ast.Constant)
            and keyword.value.value in ("ignore", "raise", "warn")
            for keyword in call.keywords
        )
        return known and not call.args and item.optional_vars is None and self._path(call.func)

    def _try(self, node: ast.Try) -> bool:
        return not node.finalbody  # it would run whenever a generator is cleared away, and can hide any exception

    def _handler(self, node: ast.ExceptHandler) -> bool:
        return all(map(self._is_known_exception, _alternatives(node.type))) and self._names.bind(node.name)

    def _is_known_exception(self, kind: ast.expr | None) -> bool:
        if isinstance(kind, ast.Name):
            self._names.meant.add(kind.id)
            return kind.id in EXCEPTIONS
        return isinstance(kind, ast.Attribute) and kind.attr == "LinAlgError" and self._path(kind)

    def _pattern(self, node: ast.MatchAs | ast.MatchStar) -> bool:
        return self._names.bind(node.name)

    def _import(self, node: ast.Import) -> bool:
        whole = all("." not in item.name or item.asname for item in node.names)
        return whole and all(self._names.use(item.asname or item.name, item.name) for item in node.names)

    def _import_from(self, node: ast.ImportFrom) -> bool:
        return node.level == 0 and all(self._names.take(item, node.module or "") for item in node.names)


_RULES: dict[type[ast.AST], Callable[[_Look, Any], bool]] = {
    ast.Constant: _Look._constant,
    ast.Name: _Look._name,
    ast.Assign: _Look._assign,
    ast.AugAssign: _Look._add_to,
    ast.AnnAssign: _Look._annotated,
    ast.Attribute: _Look._attribute,
    ast.Call: _Look._call,
    ast.arg: _Look._arg,
    ast.FunctionDef: _Look._function,
    ast.Lambda: _Look._function,
    ast.Yield: _Look._yield,
    ast.With: _Look._with,
    ast.Try: _Look._try,
    ast.ExceptHandler: _Look._handler,
    ast.MatchAs: _Look._pattern,
    ast.MatchStar: _Look._pattern,
    ast.Import: _Look._import,
    ast.ImportFrom: _Look._import_from,
}


def _are_at_most(count: int, given: list[ast.expr]) -> bool:
    return len(given) <= count and not any(isinstance(one, ast.Starred) for one in given)


def _alternatives(kinds: ast.expr | None) -> list[Any]:
    return kinds.elts if isinstance(kinds, ast.Tuple) else [kinds]


def _what_is_made(node: ast.expr) -> str:
    """Of these two the names are followed: an array all of whose memory has been written, and a kind of number."""
    if isinstance(node, ast.Call):
        return "filled" if isinstance(node.func, ast.Attribute) and node.func.attr in FILLED else ""
    return "kind" if isinstance(node, ast.Attribute) and (node.attr == "dtype" or node.attr in KINDS) else ""


def _is_for_scripts(statement: ast.If) -> bool:
    """`if __name__ == "__main__":` never runs here, whatever it holds."""
    test = statement.test
    return (
        isinstance(test, ast.Compare)
        and isinstance(test.left, ast.Name)
        and test.left.id == "__name__"
        and [type(op) for op in test.ops] == [ast.Eq]
        and [value.value for value in test.comparators if isinstance(value, ast.Constant)] == ["__main__"]
        and not statement.orelse
    )
