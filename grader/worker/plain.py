"""Can a submission keep anything from one call to the next? Told from its source, in the child, before it runs.

A hidden check has a process of its own, so that what ran earlier cannot lie in wait for it. Plain code, functions that
compute with numpy and nothing else, has nowhere to wait: it reaches no object that outlives a call, no frame and no
module but those named here. Its checks can share a process, and a class is graded several times faster.

Everything is refused that is not known to be harmless. A refusal costs time, never the grade.
"""

from __future__ import annotations

import ast
import builtins
import math
from collections.abc import Callable, Iterable
from typing import Any

_NUMPY = {
    "abs", "absolute", "accumulate", "add", "all", "allclose", "amax", "amin", "any", "append", "apply_along_axis",
    "arange", "arccos", "arcsin", "arctan", "arctan2", "argmax", "argmin", "argpartition", "argsort", "argwhere",
    "around", "array", "array_equal", "array_split", "asarray", "ascontiguousarray", "at", "atleast_1d", "atleast_2d",
    "average", "bincount", "block", "bool_", "broadcast_arrays", "broadcast_to", "cbrt", "ceil", "cholesky", "choose",
    "clip", "column_stack", "compress", "concatenate", "conj", "copy", "copysign", "copyto", "corrcoef", "cos",
    "cosh", "count_nonzero", "cov", "cross", "cumprod", "cumsum", "cumulative_sum", "delete", "det", "diag",
    "diag_indices", "diagonal", "diff", "digitize", "divide", "divmod", "dot", "e", "eig", "eigh", "eigvals",
    "eigvalsh", "einsum", "empty", "empty_like", "eps", "equal", "errstate", "exp", "exp2", "expand_dims", "expm1",
    "extract", "eye", "fabs", "fill_diagonal", "finfo", "flatnonzero", "flip", "fliplr", "flipud", "float16",
    "float32", "float64", "float_power", "floor", "floor_divide", "fmax", "fmin", "fmod", "full", "full_like",
    "greater", "greater_equal", "heaviside", "histogram", "hstack", "hypot", "identity", "iinfo", "imag", "in1d",
    "indices", "inf", "inner", "insert", "int16", "int32", "int64", "int8", "integer", "interp", "intersect1d", "inv",
    "invert", "isclose", "isfinite", "isin", "isinf", "isnan", "isneginf", "isposinf", "isreal", "isscalar",
    "issubdtype", "ix_", "kron", "less", "less_equal", "lexsort", "linalg", "linspace", "log", "log10", "log1p",
    "log2", "logaddexp", "logaddexp2", "logical_and", "logical_not", "logical_or", "logical_xor", "logspace", "lstsq",
    "matmul", "matrix_power", "matrix_rank", "max", "maximum", "mean", "median", "meshgrid", "min", "minimum", "mod",
    "moveaxis", "multi_dot", "multiply", "nan", "nan_to_num", "nanargmax", "nanargmin", "nancumsum", "nanmax",
    "nanmean", "nanmin", "nansum", "ndarray", "ndim", "ndindex", "negative", "newaxis", "nonzero", "norm",
    "not_equal", "number", "ones", "ones_like", "outer", "pad", "partition", "percentile", "permute_dims", "pi",
    "piecewise", "pinv", "place", "positive", "power", "prod", "ptp", "put", "put_along_axis", "qr", "quantile",
    "ravel", "real", "reciprocal", "reduce", "remainder", "repeat", "reshape", "rint", "roll", "rollaxis", "round",
    "row_stack", "searchsorted", "select", "setdiff1d", "shape", "sign", "signbit", "sin", "sinh", "size", "slogdet",
    "solve", "sort", "split", "sqrt", "square", "squeeze", "stack", "std", "str_", "subtract", "sum", "svd",
    "swapaxes", "take", "take_along_axis", "tan", "tanh", "tensordot", "tile", "trace", "transpose", "tri", "tril",
    "tril_indices", "tril_indices_from", "triu", "triu_indices", "triu_indices_from", "true_divide", "trunc",
    "uint16", "uint32", "uint64", "uint8", "union1d", "unique", "unravel_index", "var", "vdot", "vectorize", "vsplit",
    "vstack", "where", "zeros", "zeros_like",
}  # fmt: skip
_METHODS = {
    "T", "astype", "dtype", "fill", "flat", "flatten", "item", "itemsize", "nbytes", "tolist",  # of arrays
    "clear", "count", "extend", "index", "pop", "remove", "reverse",  # of lists
    "elements", "fromkeys", "get", "items", "keys", "most_common", "popitem", "setdefault", "total", "update",
    "values",  # of dicts
    "difference", "difference_update", "discard", "intersection", "isdisjoint", "issubset", "issuperset",
    "symmetric_difference", "union",  # of sets
    "capitalize", "casefold", "endswith", "find", "isalnum", "isalpha", "isdecimal", "isdigit", "islower",
    "isnumeric", "ispunct", "isspace", "istitle", "isupper", "join", "ljust", "lower", "lstrip", "maketrans",
    "partition", "removeprefix", "removesuffix", "replace", "rfind", "rjust", "rpartition", "rsplit", "rstrip",
    "splitlines", "startswith", "strip", "swapcase", "title", "translate", "upper", "zfill",  # of strings
    "compile", "escape", "findall", "finditer", "fullmatch", "group", "groups", "match", "search", "span",
    "sub",  # of patterns
}  # fmt: skip
_MATH = {name for name in vars(math) if not name.startswith("_")}
_ITERTOOLS = {
    "accumulate", "chain", "combinations", "count", "cycle", "from_iterable", "groupby", "islice", "pairwise",
    "permutations", "product", "repeat", "starmap", "takewhile", "zip_longest",
}  # fmt: skip
_FROM = {
    "numpy": _NUMPY,
    "math": _MATH,
    "itertools": _ITERTOOLS,
    "collections": {"Counter", "defaultdict", "deque"},
    "collections.abc": {"Callable", "Iterable", "Iterator", "Mapping", "Sequence"},
    "functools": {"partial", "reduce"},
    "re": {"compile", "escape", "findall", "finditer", "fullmatch", "match", "search", "split", "sub"},
    "string": {"ascii_letters", "ascii_lowercase", "ascii_uppercase", "digits", "punctuation", "whitespace"},
    "typing": {"Any", "Callable", "Dict", "Iterable", "List", "Optional", "Sequence", "Set", "Tuple", "Union"},
    "__future__": {"annotations"},
}
MODULES = {name for name in _FROM if name not in ("typing", "__future__", "collections.abc")}
ATTRIBUTES = _METHODS.union(*_FROM.values())
_BUILTINS = {
    "abs", "all", "any", "bool", "dict", "divmod", "enumerate", "filter", "float", "frozenset", "int", "isinstance",
    "iter", "len", "list", "map", "max", "min", "next", "pow", "print", "range", "repr", "reversed", "round",
    "set", "slice", "sorted", "str", "sum", "tuple", "zip", "ArithmeticError", "AssertionError", "Exception",
    "IndexError", "KeyError", "LookupError", "NotImplementedError", "RuntimeError", "StopIteration", "TypeError",
    "ValueError", "ZeroDivisionError",
}  # fmt: skip
_EVERY_BUILTIN = frozenset(dir(builtins))
# Harmless by themselves, and where to look further in them. What is missing here is refused.
_PARTS: dict[type[ast.AST], tuple[str, ...]] = {
    kind: tuple(field for field in kind._fields if field not in ("ctx", "op", "ops", "type_comment", "type_ignores"))
    for kind in (
        ast.arguments, ast.keyword, ast.withitem, ast.comprehension, ast.Expr, ast.Assign, ast.AugAssign,
        ast.AnnAssign, ast.Return, ast.Delete, ast.For, ast.While, ast.If, ast.Raise, ast.Try, ast.Assert, ast.Pass,
        ast.Break, ast.Continue, ast.BoolOp, ast.NamedExpr, ast.BinOp, ast.UnaryOp, ast.IfExp, ast.Dict, ast.Set,
        ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Yield, ast.Compare, ast.Call,
        ast.FormattedValue, ast.JoinedStr, ast.Subscript, ast.Starred, ast.List, ast.Tuple, ast.Slice,
        ast.Attribute, ast.FunctionDef, ast.Lambda, ast.arg, ast.ExceptHandler, ast.With,
    )
}  # fmt: skip
_PARTS |= {ast.Constant: (), ast.Name: (), ast.Import: (), ast.ImportFrom: ()}
_LASTING = {ast.Constant, ast.UnaryOp, ast.BinOp, ast.Tuple, ast.Name, ast.Attribute}


def is_plain(module: ast.Module) -> bool:
    """Whether nothing in this source can outlive a call, or see who calls it."""
    look = _Look()
    return all(look.at_the_top(statement) for statement in module.body) and look.names_are_known()


class _Look:
    def __init__(self) -> None:
        self._bound: set[str] = set()
        self._read: set[str] = set()

    def at_the_top(self, statement: ast.stmt) -> bool:
        """What stays as long as the module does: functions, and values that cannot be changed."""
        kind = type(statement)
        if isinstance(statement, ast.Assign | ast.AnnAssign):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            lasting = statement.value is None or self._is_lasting(statement.value)
            return lasting and all(type(target) is ast.Name for target in targets) and self._is_harmless(statement)
        if isinstance(statement, ast.Expr):
            return type(statement.value) is ast.Constant
        if isinstance(statement, ast.If):
            return _is_for_scripts(statement)
        return kind in (ast.FunctionDef, ast.Import, ast.ImportFrom, ast.Pass) and self._is_harmless(statement)

    def _is_lasting(self, value: ast.expr) -> bool:
        return all(type(node) in _LASTING for node in ast.walk(value) if isinstance(node, ast.expr))

    def _is_harmless(self, statement: ast.stmt) -> bool:
        todo: list[ast.AST] = [statement]
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

    def _attribute(self, node: ast.Attribute) -> bool:
        return node.attr in ATTRIBUTES and type(node.ctx) is ast.Load

    def _arg(self, node: ast.arg) -> bool:
        return self._bind(node.arg)

    def _handler(self, node: ast.ExceptHandler) -> bool:
        return node.name is None or self._bind(node.name)

    def _with(self, node: ast.With) -> bool:
        return all(_changes_errors_only(item) for item in node.items)

    def _name(self, node: ast.Name) -> bool:
        (self._read if type(node.ctx) is ast.Load else self._bound).add(node.id)
        return True

    def _bind(self, name: str) -> bool:
        self._bound.add(name)
        return True

    def _function(self, node: ast.FunctionDef | ast.Lambda) -> bool:
        defaults = [*node.args.defaults, *(value for value in node.args.kw_defaults if value is not None)]
        if not all(map(self._is_lasting, defaults)):
            return False
        return isinstance(node, ast.Lambda) or (not node.decorator_list and self._bind(node.name))

    def _import(self, node: ast.Import | ast.ImportFrom) -> bool:
        if isinstance(node, ast.Import):
            allowed: Iterable[str] = MODULES
        else:
            allowed = _FROM.get(node.module or "", ()) if node.level == 0 else ()
        for item in node.names:
            self._bind(item.asname or item.name)
        return all(item.name in allowed for item in node.names)

    def names_are_known(self) -> bool:
        """A name that is bound anywhere may be read anywhere. So none may be that of a builtin with powers, which the
        same name would mean where it is not bound."""
        strange = self._bound & _EVERY_BUILTIN - _BUILTINS
        unknown = self._read - self._bound - _BUILTINS
        return not strange and not unknown and not any(name.startswith("__") for name in self._bound | self._read)


_RULES: dict[type[ast.AST], Callable[[_Look, Any], bool]] = {
    ast.Name: _Look._name,
    ast.Attribute: _Look._attribute,
    ast.arg: _Look._arg,
    ast.FunctionDef: _Look._function,
    ast.Lambda: _Look._function,
    ast.ExceptHandler: _Look._handler,
    ast.With: _Look._with,
    ast.Import: _Look._import,
    ast.ImportFrom: _Look._import,
}


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


def _changes_errors_only(item: ast.withitem) -> bool:
    call = item.context_expr
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "errstate"
