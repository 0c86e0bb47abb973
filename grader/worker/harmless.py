"""What plain code may name. Each of these computes and forgets: none keeps a value, shows an object that outlives a
call, runs later what it is given, or returns memory that nobody has written to (`empty` does not, see there)."""

from __future__ import annotations

import math

_NUMPY = {
    "abs", "absolute", "add", "all", "allclose", "amax", "amin", "any", "append", "apply_along_axis", "arange",
    "arccos", "arcsin", "arctan", "arctan2", "argmax", "argmin", "argpartition", "argsort", "argwhere", "around",
    "array", "array_split", "asarray", "ascontiguousarray", "atleast_1d", "atleast_2d", "average", "bincount",
    "block", "bool_", "broadcast_arrays", "broadcast_to", "cbrt", "ceil", "choose", "clip", "column_stack",
    "complex128", "complex64", "compress", "concatenate", "conj", "copy", "copysign", "copyto", "corrcoef", "cos",
    "cosh", "count_nonzero", "cov", "cross", "cumprod", "cumsum", "cumulative_sum", "delete", "diag",
    "diag_indices", "diagonal", "diff", "digitize", "divide", "divmod", "dot", "e", "einsum", "empty", "empty_like",
    "equal", "errstate", "exp", "exp2", "expand_dims", "expm1", "extract", "eye", "fabs", "fill_diagonal", "finfo",
    "flatnonzero", "flip", "fliplr", "flipud", "float16", "float32", "float64", "float_power", "floor",
    "floor_divide", "fmax", "fmin", "fmod", "full", "full_like", "greater", "greater_equal", "heaviside",
    "histogram", "hstack", "hypot", "identity", "iinfo", "imag", "in1d", "indices", "inf", "inner", "insert",
    "int16", "int32", "int64", "int8", "integer", "interp", "intersect1d", "invert", "isclose", "isfinite", "isin",
    "isinf", "isnan", "isneginf", "isposinf", "isreal", "isscalar", "issubdtype", "ix_", "kron", "less",
    "less_equal", "lexsort", "linspace", "log", "log10", "log1p", "log2", "logaddexp", "logaddexp2", "logical_and",
    "logical_not", "logical_or", "logical_xor", "logspace", "matmul", "max", "maximum", "mean", "median",
    "meshgrid", "min", "minimum", "mod", "moveaxis", "multiply", "nan", "nan_to_num", "nanargmax", "nanargmin",
    "nancumsum", "nanmax", "nanmean", "nanmin", "nansum", "ndarray", "ndim", "ndindex", "negative", "newaxis",
    "nonzero", "not_equal", "number", "ones", "ones_like", "outer", "pad", "partition", "percentile",
    "permute_dims", "pi", "piecewise", "place", "positive", "power", "prod", "ptp", "put", "put_along_axis",
    "quantile", "ravel", "real", "reciprocal", "remainder", "repeat", "reshape", "rint", "roll", "rollaxis",
    "round", "row_stack", "searchsorted", "select", "setdiff1d", "shape", "sign", "signbit", "sin", "sinh", "size",
    "sort", "split", "sqrt", "square", "squeeze", "stack", "std", "subtract", "sum", "swapaxes", "take",
    "take_along_axis", "tan", "tanh", "tensordot", "tile", "trace", "transpose", "tri", "tril", "tril_indices",
    "tril_indices_from", "triu", "triu_indices", "triu_indices_from", "true_divide", "trunc", "uint16", "uint32",
    "uint64", "uint8", "union1d", "unique", "unravel_index", "var", "vdot", "vectorize", "vsplit", "vstack",
    "where", "zeros", "zeros_like",
}  # fmt: skip
_LINALG = {
    "LinAlgError", "cholesky", "cond", "det", "eig", "eigh", "eigvals", "eigvalsh", "inv", "lstsq", "matrix_power",
    "matrix_rank", "multi_dot", "norm", "pinv", "qr", "slogdet", "solve", "svd",
}  # fmt: skip
_STRIDES = {"sliding_window_view"}  # not `as_strided`, which shows any memory
# Module → what may be taken from it, with the path from there.
NAMES: dict[str, set[str]] = {
    "numpy": _NUMPY | {f"linalg.{name}" for name in _LINALG} | {f"lib.stride_tricks.{name}" for name in _STRIDES},
    "numpy.linalg": _LINALG,
    "numpy.lib.stride_tricks": _STRIDES,
    "math": {name for name in vars(math) if not name.startswith("_")},
    "itertools": {
        "accumulate", "chain", "combinations", "count", "cycle", "groupby", "islice", "pairwise", "permutations",
        "product", "repeat", "starmap", "takewhile", "zip_longest",
    },
    "collections": {"Counter", "defaultdict", "deque"},
    "collections.abc": set(),
    "functools": {"partial", "reduce"},
    "re": {"compile", "findall", "finditer", "fullmatch", "match", "search", "split", "sub"},
    "string": {"ascii_letters", "ascii_lowercase", "ascii_uppercase", "digits", "punctuation", "whitespace"},
    "typing": set(),
    "numpy.typing": set(),
    "__future__": {"annotations"},
}  # fmt: skip
# The same for type hints alone: what `typing` makes it keeps, and gives back for what is equal but not the same.
HINTS: dict[str, set[str]] = {
    "collections.abc": {"Callable", "Iterable", "Iterator", "Mapping", "Sequence"},
    "typing": {
        "Any", "Callable", "Dict", "Iterable", "Iterator", "List", "Mapping", "Optional", "Sequence", "Set", "Tuple",
        "Union",
    },
    "numpy": {"bool", "dtype", "floating", "generic"},
    "numpy.typing": {"ArrayLike", "DTypeLike", "NDArray"},
}  # fmt: skip
METHODS = {
    "T", "all", "any", "argmax", "argmin", "argpartition", "argsort", "astype", "choose", "clip", "compress", "conj",
    "copy", "cumprod", "cumsum", "diagonal", "dot", "dtype", "fill", "flat", "flatten", "imag", "item", "itemsize",
    "max", "mean", "min", "nbytes", "ndim", "nonzero", "partition", "prod", "put", "ravel", "real", "repeat",
    "reshape", "round", "searchsorted", "shape", "size", "sort", "squeeze", "std", "sum", "swapaxes", "take",
    "tolist", "trace", "transpose", "var",  # of arrays
    "eps", "tiny",  # of what `finfo` returns
    "append", "clear", "count", "extend", "index", "insert", "pop", "popleft", "remove", "reverse",  # of lists
    "elements", "fromkeys", "get", "items", "keys", "most_common", "popitem", "setdefault", "subtract", "total",
    "update", "values",  # of dicts
    "add", "difference", "difference_update", "discard", "intersection", "isdisjoint", "issubset", "issuperset",
    "symmetric_difference", "union",  # of sets
    "capitalize", "casefold", "endswith", "find", "isalnum", "isalpha", "isdecimal", "isdigit", "islower",
    "isnumeric", "isspace", "istitle", "isupper", "join", "ljust", "lower", "lstrip", "maketrans", "removeprefix",
    "removesuffix", "replace", "rfind", "rjust", "rpartition", "rsplit", "rstrip", "split", "splitlines",
    "startswith", "strip", "swapcase", "title", "upper", "zfill",  # of strings
    "findall", "finditer", "fullmatch", "group", "groups", "match", "search", "span", "sub",  # of patterns
}  # fmt: skip
OF_FUNCTIONS = {"accumulate", "at", "from_iterable", "outer", "reduce"}  # `np.add.at`
METHODS |= OF_FUNCTIONS
BUILTINS = {
    "abs", "all", "any", "bool", "complex", "dict", "divmod", "enumerate", "filter", "float", "format", "frozenset",
    "int", "isinstance", "iter", "len", "list", "map", "max", "min", "next", "pow", "print", "range", "repr",
    "reversed", "round", "set", "slice", "sorted", "str", "sum", "tuple", "zip", "Exception", "RuntimeError",
}  # fmt: skip
HINTED_BUILTINS = {"bytes", "callable", "object", "type"}
# None of these is how Python says that memory or stack are used up: both depend on what ran before.
EXCEPTIONS = {
    "ArithmeticError", "AssertionError", "AttributeError", "FloatingPointError", "IndexError", "KeyError",
    "LookupError", "NotImplementedError", "OverflowError", "StopIteration", "TypeError", "ValueError",
    "ZeroDivisionError",
}  # fmt: skip
BUILTINS |= EXCEPTIONS
# Types of numbers. A dict can stand for a type with gaps in it, whose memory nobody writes to.
KINDS = {
    "bool_", "complex128", "complex64", "float16", "float32", "float64", "int16", "int32", "int64", "int8",
    "uint16", "uint32", "uint64", "uint8",
}  # fmt: skip
KIND_BUILTINS = {"bool", "complex", "float", "int", "str"}
KIND_WORDS = KINDS | KIND_BUILTINS | {"f4", "f8", "i4", "i8", None}
KIND_AT = {  # the place of the type among the arguments
    "astype": 0, "array": 1, "asarray": 1, "ascontiguousarray": 1, "empty": 1, "empty_like": 1, "identity": 1,
    "indices": 1, "ones": 1, "ones_like": 1, "vectorize": 1, "zeros": 1, "zeros_like": 1, "full": 2, "full_like": 2,
    "arange": 3, "eye": 3, "tri": 3, "linspace": 5, "logspace": 5, "accumulate": 2, "reduce": 2,
}  # fmt: skip
# Only to be called, some with known arguments; the last two not even that. `Counter.copy(x)` calls the class of any x.
GUARDED = {*KIND_AT, "Counter", "pad", "errstate", "ndarray"}
PADDINGS = {  # not `empty`
    "constant", "edge", "linear_ramp", "maximum", "mean", "median", "minimum", "reflect", "symmetric", "wrap",
}  # fmt: skip
# With `where` the rest of a result is what was there: in these a number, elsewhere what `out` holds.
REDUCTIONS = {"all", "amax", "amin", "any", "copyto", "max", "mean", "min", "prod", "std", "sum", "var"}
FILLED = {"array", "copy", "empty", "empty_like", "full", "full_like", "ones", "ones_like", "zeros", "zeros_like"}
