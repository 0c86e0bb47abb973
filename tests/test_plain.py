"""Which sources are plain: code that cannot keep anything from one call to the next, nor see who calls it. And that
code which can is never believed to be."""

from __future__ import annotations

import ast
import builtins
import importlib
import inspect
import operator
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from types import BuiltinFunctionType, FunctionType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.course import Course
from grader.grade import Grader
from grader.results import ExerciseResult
from grader.submission import Submission
from grader.worker import Worker, start_worker
from grader.worker.harmless import (
    BUILTINS,
    EXCEPTIONS,
    FILLED,
    GUARDED,
    HINTS,
    KIND_AT,
    KINDS,
    METHODS,
    NAMES,
    REDUCTIONS,
)
from grader.worker.plain import is_plain
from tests.conftest import ROOT, MiniCourse

HEAD = "import numpy as np\n"
GAPS = {"names": ["a"], "formats": ["i1"], "offsets": [0], "itemsize": 64}  # 63 bytes that nobody writes to


def plain(source: str, own: frozenset[str] = frozenset()) -> bool:
    return is_plain(ast.parse(dedent(source)), own)


def function(body: str, head: str = HEAD) -> str:
    """A source with one function of this body."""
    lines = dedent(body).strip().splitlines()
    return head + "def f(x, y=None):\n" + "".join(f"    {line}\n" for line in lines)


def given_as(*sources: tuple[str, str]) -> Any:
    """Sources by the reason why they are here."""
    return pytest.mark.parametrize("source", [pytest.param(dedent(text), id=reason) for reason, text in sources])


# ---- code that has somewhere to keep something

ELSEWHERE = "def other(seen):\n    return seen"  # binds the name: it must not be refused as one that nobody binds
KEEPS = (
    ("a list at the top", "seen = []\ndef f(x):\n    seen.append(x)\n    return len(seen)"),
    ("a dict at the top", "cache = {}\ndef f(x):\n    return cache.setdefault('x', x)"),
    ("a set at the top", "seen = {1}\ndef f(x):\n    return x in seen"),
    ("a comprehension at the top", "seen = [n for n in range(3)]"),
    ("an array at the top", f"{HEAD}table = np.zeros(3)\ndef f(x):\n    table[0] += x\n    return table[0]"),
    ("an iterator at the top", "numbers = iter(range(9))\ndef f(x):\n    return next(numbers)"),
    ("a counter at the top", "from itertools import count\nn = count()\ndef f(x):\n    return next(n)"),
    ("a list in a tuple", "seen = (1, [])\ndef f(x):\n    seen[1].append(x)"),
    ("a tuple of names of lists", "a = []\nb = (a,)"),
    ("one name for two things", "a = b = []"),
    ("a list that is unpacked", "a, b = [], []"),
    ("a list that is added to a list", "a = [] + [1]"),
    ("a list as a default", "def f(x, seen=[]):\n    seen.append(x)\n    return seen"),
    ("a dict as a default by name", "def f(x, *, seen={}):\n    return seen.setdefault('x', x)"),
    ("a call as a default", "def f(x, seen=list()):\n    return seen"),
    ("a function of a default", "def f(x, g=lambda seen=[]: seen):\n    return g()"),
    ("a list as a default of a lambda", "f = lambda x, seen=[]: seen.append(x)"),
    ("a walrus in a hint", "def f(x: (seen := [])):\n    seen.append(x)\n    return seen\n" + ELSEWHERE),
    ("a walrus in the hint of a result", "def f(x) -> (seen := []):\n    seen.append(x)\n" + ELSEWHERE),
    ("a walrus in the hint of a value", "n: (seen := []) = 1\ndef f(x):\n    seen.append(x)\n" + ELSEWHERE),
    ("a walrus in a hint that is subscripted", "def f(x: list[(seen := [])]):\n    seen.append(x)\n" + ELSEWHERE),
    ("a walrus in the hint of the rest", "def f(*x: (seen := [])):\n    seen.append(x)\n" + ELSEWHERE),
    ("a walrus in an alias of a type", "Rows = list[(seen := [])]\ndef f(x):\n    seen.append(x)\n" + ELSEWHERE),
    ("a walrus in a default", "def f(x, n=(seen := ())):\n    return seen\n" + ELSEWHERE),
    ("a call in an alias of a type", "Rows = list[print(1)]"),
    ("a call in the hint of a result", "def f(x) -> print(1):\n    return x"),
    ("a call in the hint of a value", "n: print(1) = 1"),
    ("a call in a hint", "def g(): return 1\ndef f(x: g()):\n    return x"),
    ("a comprehension in a hint", "def f(x: [n for n in range(3)]):\n    return x"),
    ("a global name", "n = 0\ndef f(x):\n    global n\n    n += 1\n    return n"),
    ("a name of the function around", "def f(x):\n    def g():\n        nonlocal x\n        x = 1\n    return g"),
    ("an attribute of a function", "def f(x):\n    f.seen = x\n    return x"),
    ("an attribute of a function that grows", "def f(x):\n    f.n += 1"),
    ("an attribute of a module", function("np.seen = x")),
    ("an attribute as the name of a loop", function("for np.pi in range(4):\n    pass")),
    ("an attribute as the name of a comprehension", function("return [0 for np.pi in range(4)]")),
    ("an attribute that is unpacked into", function("np.pi, z = 3, 4")),
    ("an attribute that is deleted", function("del np.pi")),
    ("a place in something at the top", "PAIR = (1, 2)\nPAIR[0] = 3"),
    ("a decorator of its own", "def keep(f):\n    return [f]\n@keep\ndef f(x):\n    f.append(x)"),
    ("a class", "class Seen:\n    n = 0\ndef f(x):\n    return x"),
    ("a class in a function", "def f(x):\n    class Seen: ...\n    return Seen"),
    ("a decorator", "from functools import cache\n@cache\ndef f(x):\n    return x"),
    ("a cache", "from functools import lru_cache\ndef f(x):\n    return x"),
    ("a call at the top", "def f(x):\n    return x\nf(1)"),
    ("a loop at the top", "for n in range(3):\n    pass"),
    ("a condition at the top", "if True:\n    seen = []"),
    ("a try at the top", "try:\n    seen = []\nexcept ValueError:\n    pass"),
    ("a condition that only seems to be for scripts", "if __name__ != '__main__':\n    seen = []"),
    ("the other half of what is for scripts", "if __name__ == '__main__':\n    pass\nelse:\n    seen = []"),
    ("a name of its own for scripts", "__name__ = '__main__'\nif __name__ == '__main__':\n    seen = []"),
    ("a hook of the module", "def __getattr__(name):\n    return name"),
    ("what can be found by its dunder", "def f(x):\n    return __annotations__"),
    ("a type that was made before and is equal", """
        from typing import Optional
        def f(x):
            return Optional[list[x]]
        """),
    ("the same by its module", "import typing\ndef f(x):\n    return repr(typing.Optional[list[x]])"),
    ("the same by a name for hints", "from typing import List\nRows = List[int]\ndef f(x):\n    return Rows"),
)  # fmt: skip

# ---- memory that somebody else has written

UNWRITTEN = (
    ("empty with gaps", function("return np.empty(7, {'names': ['a'], 'formats': ['i1'], 'itemsize': 64})")),
    ("empty like another with gaps", function("return np.empty_like(x, y)")),
    ("empty by its own name", "from numpy import empty\ndef f(x):\n    return empty(7)"),
    ("an array by its class", function("return np.ndarray(7)")),
    ("the class of arrays in a name", function("a = np.ndarray\nreturn a(7)")),
    ("the class of arrays given away", function("return list(map(np.ndarray, [7]))")),
    ("the class of arrays at the top", f"{HEAD}Array = np.ndarray\ndef f(x):\n    return Array(7)"),
    ("the class of arrays imported", "from numpy import ndarray\ndef f(x):\n    return ndarray(7)"),
    ("a class that isinstance is not", function("return isinstance(7, np.ndarray)") + "isinstance = lambda x, c: c\n"),
    ("where with out as something else", function("out = x.dtype\nreturn np.exp(x, where=x > 0, out=out)")),
    ("an expression before the class", function("return isinstance(x, globals().astype.ndarray)")),
    ("another expression before the class", function("return isinstance(x, (y, [gc][0].ndarray))")),
    ("padding with nothing", function("return np.pad(x, 3, 'empty')")),
    ("padding with nothing by name", function("return np.pad(x, 3, mode='empty')")),
    ("padding with a name", function("return np.pad(x, 3, y)")),
    ("padding from a list", function("return np.pad(x, *y)")),
    ("padding in a name", function("p = np.pad\nreturn p(x, 3, y)")),
    ("padding imported", "from numpy import pad\ndef f(x):\n    return pad(x, 3, 'empty')"),
    ("where without out", function("return np.exp(x, where=x > 0)")),
    ("where with out as None", function("return np.exp(x, where=x > 0, out=None)")),
    ("where with out as a name for None", function("out = None\nreturn np.exp(x, where=x > 0, out=out)")),
    ("where with out as one of two things", function("out = np.zeros(3)\nout = y\nreturn np.exp(x, where=y, out=out)")),
    ("where with out as an argument", function("return np.exp(x, where=x > 0, out=y)")),
    ("where with out from a loop", function("for out in [None]:\n    return np.exp(x, where=x > 0, out=out)")),
    ("where in a partial that gets another out", function(
        "return partial(np.exp, where=x > 0, out=np.zeros(3))(x, out=None)", HEAD + "from functools import partial\n")),
    ("the same by its module", function(
        "return functools.partial(np.exp, where=x > 0, out=np.zeros(3))(x, out=None)", HEAD + "import functools\n")),
    ("where in a call of a call", function("return np.vectorize(x)(x, where=y, out=np.zeros(3))")),
    ("arguments from a dict", function("return np.exp(x, **{'where': x > 0})")),
    ("a type with gaps", function(f"return np.zeros(3, dtype={GAPS})")),
    ("a type with gaps by place", function(f"return np.array([(1,)], {GAPS})")),
    ("a type with gaps in a name", function(f"gaps = {GAPS}\nreturn np.ones(3, dtype=gaps)")),
    ("a type with gaps in an argument", function("return np.ones(3, dtype=y)")),
    ("a type with gaps in a name for another", function(f"kind = x.dtype\nkind = {GAPS}\nreturn np.ones(3, kind)")),
    ("a type with gaps for astype", function(f"return x.astype({GAPS})")),
    ("astype in a name", function("a = x.astype\nreturn a(y)")),
    ("a type with gaps for full", function(f"return np.full(3, 1, {GAPS})")),
    ("a type with gaps for vectorize", function(f"return np.vectorize(len, [{GAPS}])(x)")),
    ("a type with gaps for vectorize by name", function(f"return np.vectorize(len, otypes=[{GAPS}])(x)")),
    ("a type with gaps from a list", function("return np.zeros(*y)")),
    ("a type with gaps given to another", function("return list(map(np.array, x, y))")),
    ("a type with gaps imported", "from numpy import array\ndef f(x, y):\n    return array(x, y)"),
    ("a type with gaps under a builtin's name", function(f"float = {GAPS}\nreturn np.ones(3, dtype=float)")),
    ("types of types", function("return np.dtype(y)")),
    ("a type that tells the time", function("return np.array('now', dtype='datetime64[us]')")),
    ("bytes, which show any memory", function("return b'%b' % x")),
    ("text of the memory of an array", function("return str(x, 'latin-1')")),
    ("the same by name", function("return str(x, encoding='latin-1')")),
    ("the same by the other name", function("return str(x, errors='ignore')")),
    ("the same from a list", function("return str(*y)")),
    ("the same through map", function("return list(map(str, x, y))")),
    ("the same through map and a list", function("return list(map(str, *y))")),
    ("the same in another name", function("s = str\nreturn s(x, 'latin-1')")),
    ("the same through a function", function("return partial(str, x)('latin-1')", "from functools import partial\n")),
    ("the same as a default", function("g = lambda a, s=str: s(a, 'latin-1')\nreturn g(x)")),
    ("the same in a list", function("return [str][0](x, 'latin-1')")),
    ("the same given on as a key", "def g(x, key):\n    return key(x, 'latin-1')\ndef f(x):\n    return g(x, key=str)"),
    ("the same as a type", "def g(x, dtype):\n    return dtype(x, 'U8')\ndef f(x):\n    return g(x, dtype=str)"),
    ("the same given on by numpy", function("return np.piecewise(x, [y], [f], dtype=str)")),
    ("the same given on by reduce", function(
        "return functools.reduce(lambda s, a: s(a, 'latin-1'), [x], str)", "import functools\n")),
    ("the same by another map", "def map(s, x):\n    return s(x, 'latin-1')\ndef f(x):\n    return map(str, x)"),
    ("the same by another max", "def max(x, key):\n    return key(x, 'U8')\ndef f(x):\n    return max(x, key=str)"),
    ("the same by numpy's class", function("return np.str_(x, 'latin-1')")),
    ("the same by numpy's class imported", "from numpy import str_\ndef f(x):\n    return str_(x, 'latin-1')"),
    ("bytes of the memory of an array", "import re\ndef f(x):\n    return list(re.escape(x))"),
    ("bytes, by what is computed with", function("return np.add('%', 'b', signature='SS->S', casting='unsafe')")),
    ("bytes, by the short word", function("return np.add('%', 'b', sig='SS->S', casting='unsafe')")),
    ("bytes, by what another function gives on", function("return np.piecewise(x, [y], [np.exp], signature='g->g')")),
    ("a type in a place of reduce", function("return np.maximum.reduce(['now'], 0, 'M8')")),
    ("a type in a place of accumulate", function("return np.maximum.accumulate(x, 0, y)")),
    ("a type in a place of reduce by a name", function(
        "return maximum.reduce(x, 0, y)", "from numpy import maximum\n")),
    ("reduce in a name", function("r = np.maximum.reduce\nreturn r(x, 0, y)")),
    ("accumulate given away", function("return list(map(np.maximum.accumulate, x, [0], y))")),
    ("a type in a place of reduce from a list", function("return np.maximum.reduce(*y)")),
    ("an array that shares memory", function("return np.frombuffer(x)")),
    ("an array seen otherwise", function("return x.view(np.int8)")),
    ("an array that grows", function("x.resize(100)\nreturn x")),
    ("strides", function("return np.lib.stride_tricks.as_strided(x, (99,), (8,))")),
    ("random numbers", function("return np.random.rand()")),
)  # fmt: skip

# ---- who calls, what else is there, what runs later

SEES = (
    ("a builtin with powers", "def f(x):\n    return eval(x)"),
    ("the class of things", "def f(x):\n    return type(x)"),
    ("attributes by name", "def f(x):\n    return getattr(x, 'y')"),
    ("addresses", "def f(x):\n    return id(x)"),
    ("local names", "def f(x):\n    return locals()"),
    ("files", "def f(x):\n    return open('/etc/passwd')"),
    ("a builtin with powers where the name is not bound", """
        def f(type):
            return type
        def g(x):
            return type(x)
        """),
    ("a builtin that is deleted", "def f(x):\n    del vars"),
    ("a hint with powers", "def f(x: vars):\n    return x"),
    ("a hint that loads a part of numpy", f"{HEAD}def f(x: np.testing):\n    return x"),
    ("an expression before a method", "def f(x):\n    return globals().keys()"),
    ("an expression before two", "def f(x):\n    return globals().keys().copy()"),
    ("a method of a class of a module", function("return np.finfo.copy(x)")),
    ("a module under a builtin's name", "import numpy as max\ndef f(x):\n    return [max]"),
    ("a module under a name that is bound elsewhere", "import numpy.linalg\ndef f(numpy):\n    return f(numpy)"),
    ("a module that is not known", "import os\ndef f(x):\n    return x"),
    ("another", "import sys"),
    ("what collects garbage", "def f(x):\n    import gc\n    return gc.get_objects()"),
    ("a part of a module that is not known", "import numpy.random"),
    ("a part of a module that is", "import numpy.linalg\ndef f(x):\n    return numpy.linalg.norm(x)"),
    ("everything of a module", "from numpy import *"),
    ("a module beside it", "from . import other"),
    ("a module named like one that is known", "from .math import sqrt"),
    ("another submission", "from softmax_of_another import f"),
    ("what a module imports for itself", "from collections import _sys"),
    ("the same by its module", "import re\ndef f(x):\n    return re.enum.sys"),
    ("an attribute that is not known", function("return np.core")),
    ("numpy's settings", function("np.seterr(all='raise')")),
    ("how numpy prints", function("np.set_printoptions(precision=1)")),
    ("a module as a value", function("return [np][0].exp(x)")),
    ("a module as an argument", function("return f(np)")),
    ("a module as a default", f"{HEAD}def f(x, m=np):\n    return m"),
    ("a module in another name", function("m = np\nreturn m.exp(x)")),
    ("a part of a module as a value", function("m = np.linalg\nreturn m.norm(x)")),
    ("a name that is a module and an argument", f"{HEAD}def f(np):\n    return np.exp(1)"),
    ("one name for two modules", "import math as m\nimport numpy as m"),
    ("a method of a module", function("return np.tolist(x)")),
    ("a function as a method", function("return x.exp()")),
    ("the frame of a generator", "def f(x):\n    return (n for n in x).gi_frame"),
    ("the frame of an error", """
        def f(x):
            try:
                return x[0]
            except IndexError as e:
                return e.__traceback__
        """),
    ("the object of an error", """
        def f(x):
            try:
                return x.T
            except AttributeError as e:
                return e.obj
        """),
    ("globals of a function", "def f(x):\n    return f.__globals__"),
    ("a format that reads attributes", "def f(x):\n    return '{0.__class__}'.format(x)"),
    ("a pattern that reads attributes", "def f(x):\n    match x:\n        case int(real=r):\n            return r"),
    ("a class by the methods of another", "from collections import Counter\ndef f(x):\n    return Counter.copy(int)"),
    ("the same by its module", "import collections\ndef f(x):\n    return collections.Counter.copy(int)"),
    ("the same in another name", "from collections import Counter\ndef f(x):\n    c = Counter\n    return c.copy(int)"),
    ("the same at the top", "from collections import Counter as C\nc = C\ndef f(x):\n    return c.copy(int)"),
    ("the same through a function", """
        from collections import Counter
        def f(x):
            return g(Counter)
        def g(c):
            return c.copy(int)
        """),
    ("the same through a function with a name", """
        from collections import Counter
        def f(x):
            return defaultdict(Counter)
        def defaultdict(c):
            return c.copy(int)
        """),
    ("the same by an abstract class", "from collections.abc import Mapping\ndef f(x):\n    return Mapping.get(x, 1)"),
    ("a print into something", "def f(x):\n    print(1, file=x)"),
    ("numpy's errors elsewhere than in a with", function("e = np.errstate(all='raise')")),
    ("numpy's errors with a function to call", function("with np.errstate(all='call', call=f):\n    return 1 / x")),
    ("numpy's errors with arguments from elsewhere", function("with np.errstate(all=y):\n    return 1 / x")),
    ("numpy's errors in what can wait", function("""
        def g():
            with np.errstate(all="raise"):
                yield x
        kept = g()
        next(kept)
        return kept
        """)),
    ("numpy's errors that are logged", function("with np.errstate(all='log'):\n    return 1 / x")),
    ("numpy's errors with a place to log", function("with np.errstate(call='warn'):\n    return 1 / x")),
    ("a call in a with", "def f(x):\n    with x.copy():\n        return 1"),
    ("something else in a with", "def f(x):\n    with x:\n        return 1"),
    ("something else named like numpy's errors", "def f(x):\n    with x.errstate():\n        return 1"),
    ("every exception", "def f(x):\n    try:\n        return x\n    except:\n        return 1"),
    ("nearly every exception", "def f(x):\n    try:\n        return x\n    except Exception:\n        return 1"),
    ("the end of the stack", "def f(x):\n    try:\n        return f(x)\n    except RuntimeError:\n        return 1"),
    ("the end of memory", "def f(x):\n    try:\n        return [0] * x\n    except MemoryError:\n        return 1"),
    ("exceptions that are computed", "def f(x):\n    try:\n        yield x\n    except print(x):\n        return 1"),
    ("exceptions that are read", "def f(x):\n    try:\n        return x\n    except x.T:\n        return 1"),
    ("exceptions in a name", """
        def f(x):
            ValueError = (TypeError, x)
            try:
                return x
            except ValueError:
                return 1
        """),
    ("exceptions in a list with one that is not known", """
        def f(x):
            try:
                return x
            except (ValueError, Exception):
                return 1
        """),
    ("what is done in any case", "def f(x):\n    try:\n        yield x\n    finally:\n        print(x)"),
    ("exceptions that numpy hides", function("return np.array_equal(x, y)")),
    ("groups of exceptions", "def f(x):\n    try:\n        return x\n    except* ValueError:\n        pass"),
    ("coroutines", "async def f(x):\n    return x"),
    ("generators of others", "def f(x):\n    yield from x"),
    ("a name that nobody binds", "def f(x):\n    return z"),
    ("a name of another module that is not its own", "from solution import softmax\ndef f(x):\n    return softmax(x)"),
)  # fmt: skip


@given_as(*KEEPS)
def test_code_that_can_keep_something_is_not_plain(source: str) -> None:
    assert not plain(source)


@given_as(*UNWRITTEN)
def test_code_that_can_read_what_others_wrote_is_not_plain(source: str) -> None:
    assert not plain(source)


@given_as(*SEES)
def test_code_that_can_see_or_change_what_is_around_it_is_not_plain(source: str) -> None:
    assert not plain(source)


def test_all_that_is_refused_here_is_python() -> None:
    """Or it would be refused for nothing."""
    for reason, source in (*KEEPS, *UNWRITTEN, *SEES):
        try:
            compile(dedent(source), reason, "exec", dont_inherit=True)
        except SyntaxError as problem:
            pytest.fail(f"{reason}: {problem}")


# ---- code as students write it


@given_as(
    ("nothing", ""),
    ("a docstring and a function", '''
        """Softmax."""
        import numpy as np


        def f(x):
            """Of x."""
            return np.exp(x)
        '''),
    ("numpy by its name", "import numpy\ndef f(x):\n    return numpy.exp(x) / numpy.linalg.norm(x, axis=-1)"),
    ("some functions of numpy", "from numpy import exp, float32\ndef f(x):\n    return exp(x).astype(float32)"),
    ("a part of numpy", """
        from numpy import linalg
        import numpy.linalg as la
        def f(x):
            return linalg.norm(x) + la.det(x)
        """),
    ("an import in a function", """
        def f(x):
            import numpy as np
            return np.exp(x)
        def g(x):
            import numpy as np
            return np.log(x)
        """),
    ("constants", r"""
        import math
        import re
        BIG = -1e9
        LOW = float('-inf')
        PAIR = (1, 'two', None)
        RATE = 2 * math.pi / 3
        WORD = re.compile(r'\w+')
        MORE: int = 3
        GO = f = lambda x, n=2: x * n
        """),
    ("what is for scripts", """
        def f(x):
            return x


        if __name__ == '__main__':
            import sys
            cache = {}
            print(f(sys.argv))
        """),
    ("type hints", """
        from __future__ import annotations

        from collections.abc import Callable
        from typing import Optional, Union

        import numpy as np
        import numpy.typing as npt
        from numpy.typing import NDArray

        Rows = list[list[float]]
        Array = np.ndarray

        def f(x: np.ndarray, y: Optional[Array] = None, *more: int, g: Callable[[int], "Rows"] | None = None) -> Rows:
            z: Union[int, float] = 3
            def h(a: NDArray[np.float64], b: npt.ArrayLike = 0, c: object = 0) -> tuple[int, ...]:
                return (z,)
            return [[1.0]]
        """),
    ("a scaled dot product", function("""
        scores = x @ np.swapaxes(x, -1, -2) / np.sqrt(x.shape[-1])
        if y is not None:
            scores = np.where(y, scores, -np.inf)
        scores -= scores.max(axis=-1, keepdims=True)
        weights = np.exp(scores)
        weights /= weights.sum(axis=-1, keepdims=True)
        return weights @ x, weights
        """)),
    ("an array filled in a loop", function("""
        out = np.zeros((len(x), 3), dtype=np.float32)
        for i, row in enumerate(x):
            out[i, :] = row[..., ::-1]
            out[i] += 1
        np.add.at(out, (0, 0), 1)
        np.fill_diagonal(out, 0)
        return out[:, None].T
        """)),
    ("an array that is empty at first", function("""
        out = np.empty((len(x), 3), dtype=np.float32)
        rest = np.empty_like(x)
        rest[:] = 0
        np.exp(x, where=x > 0, out=rest)
        return out, rest, np.lib.stride_tricks.sliding_window_view(x, 2)
        """)),
    ("numbers of many kinds", function("""
        kind = x.dtype
        a = np.asarray(x, dtype=float) + np.array([1, 2], np.int64) + np.ones_like(x, dtype=kind)
        low = np.finfo(kind).min + np.finfo(np.float64).eps
        return a.astype("float32").astype(kind, copy=False).astype(y.dtype), np.eye(3, dtype=bool), low
        """)),
    ("arguments in a list", function("return np.tri(*x.shape, dtype=bool), max(*y), np.einsum('ij,jk', *y)")),
    ("where with out", function("""
        out = np.zeros_like(x)
        total = np.sum(x, where=x > 0, initial=0)
        np.divide(x, total, out=out, where=total > 0)
        return out, np.exp(x, where=x > 0, out=np.full(x.shape, 1.0)), np.log(x, out=x.copy(), where=x > 0)
        """)),
    ("text", function("""
        words = sorted(map(str, x), key=str) + [str(n) for n in x] + [str()]
        words.sort(key=str)
        return "".join(words) if isinstance(x, str) or isinstance(y, (str, list)) else np.array(words, dtype=str)
        """)),
    ("functions of functions", """
        import functools
        import itertools
        import numpy as np
        from functools import reduce
        from itertools import accumulate
        def f(x):
            sums = list(accumulate(x)) + list(itertools.accumulate(x, initial=0)) + [reduce(max, x, {})]
            scaled = np.vectorize(abs, signature="()->()")
            return sums, scaled(x), functools.reduce(np.add, x, 0), np.maximum.reduce(x, 0), np.add.accumulate(x, -1)
        """),
    ("padding", function("return np.pad(x, ((0, 1), (2, 0)), 'edge'), np.pad(x, 1, mode='constant')")),
    ("numpy's errors", function("with np.errstate(divide='ignore', invalid='ignore'):\n    return np.log(x)")),
    ("checks of arguments", function("""
        if not isinstance(x, np.ndarray) or isinstance(y, (list, np.ndarray, float)):
            raise TypeError(f"x must be an array, it is {x!r:>10}, {y:.2f}")
        assert x.ndim == 2, f"{x.shape}"
        """)),
    ("errors", function("""
        try:
            return x[0] / np.linalg.inv(y)
        except (IndexError, ZeroDivisionError) as error:
            print("no", error)
        except np.linalg.LinAlgError:
            raise ValueError("singular") from None
        else:
            return 1
        """)),
    ("functions in functions", function("""
        def score(a, b=1):
            return a @ b
        def more(n):
            return n * more(n - 1) if n else 1
        best = sorted(x, key=lambda item: (-item[1], item[0]))[0]
        return [score(a, more(2)) for a in best if (n := len(a)) > 1 and n]
        """)),
    ("a generator", """
        def pairs(words):
            for pair in zip(words, words[1:]):
                yield pair
        def f(x):
            return list(pairs(x))
        """),
    ("words", """
        import re
        import string
        from collections import Counter, defaultdict, deque
        from functools import partial, reduce
        from itertools import chain, product

        def f(sentences):
            counts, after = Counter(), defaultdict(Counter)
            for sentence in sentences:
                words = re.findall(r"[a-z']+", sentence.lower().strip(string.punctuation))
                counts.update(words)
                for first, second in zip(words, words[1:]):
                    after[first][second] += 1
            vocabulary = sorted(set(chain.from_iterable(after.values())))
            index = {word: i for i, word in enumerate(vocabulary)}
            rest = deque([*index.items()])
            del index["a"]
            total = reduce(lambda a, b: a + b, counts.values(), 0)
            add = partial(max, default=0)
            print(total, add([]), list(product(words, repeat=2)), end="")
            return {**index}, " ".join(map(str, rest)), counts.most_common(1)
        """),
    ("a counter by its module", "import collections\ndef f(x):\n    return collections.Counter(x).most_common()"),
    ("a match", """
        def f(x):
            match x:
                case "a" | "b":
                    return 1
                case [first, *rest] if first:
                    return rest
                case None:
                    return 0
                case other:
                    return other
        """),
    ("loops", """
        def f(x):
            n = 0
            while x:
                n += 1
                if n > 3:
                    break
                continue
            else:
                pass
            return n
        """),
    ("names that start with one underscore", """
        _EPS = 1e-9
        def _helper(x):
            return x + _EPS
        def f(x):
            return _helper(x)
        """),
)  # fmt: skip
def test_code_that_only_computes_is_plain(source: str) -> None:
    assert plain(source)


def test_code_may_use_what_its_own_modules_define() -> None:
    source = "from solution import softmax as right\ndef f(x):\n    return right(x)"
    assert plain(source, frozenset({"solution"}))
    assert not plain("from solution import __builtins__ as b", frozenset({"solution"}))
    assert not plain("from solution import *", frozenset({"solution"}))


def numpy_only(sources: Iterator[tuple[str, str]]) -> dict[str, bool]:
    return {name: is_plain(ast.parse(source)) for name, source in sources if "torch" not in source}


def test_the_reference_solutions_with_numpy_are_plain(course: Course) -> None:
    found = numpy_only((exercise.slug, exercise.solution_source) for exercise in course.exercises)
    assert len(found) >= 10
    assert [name for name, is_it in found.items() if not is_it] == []


def test_most_other_right_solutions_with_numpy_are_plain() -> None:
    paths = sorted((ROOT / "solutions").glob("*/*/accepted/*.py"))
    found = numpy_only((str(path), path.read_text(encoding="utf-8")) for path in paths)
    assert sum(found.values()) >= 0.9 * len(found) > 40


# ---- what plain code may name


def values() -> Iterator[tuple[str, str, Any]]:
    """What each known name stands for, in the versions that are installed here."""
    for module, paths in NAMES.items():
        for path in sorted(paths):
            try:
                yield module, path, operator.attrgetter(path)(importlib.import_module(module))
            except AttributeError:
                continue  # of another version of numpy


def test_nothing_that_can_be_named_can_be_changed() -> None:
    functions = (FunctionType, BuiltinFunctionType, np.ufunc, type, type(np.sum))
    numbers = (float, int, str, type(None))
    future = type(importlib.import_module("__future__").annotations)
    odd = {f"{module}.{path}": value for module, path, value in values() if type(value) not in (*functions, *numbers)}
    assert {name for name, value in odd.items() if not isinstance(value, type | future)} == set()


def test_no_method_that_can_be_named_is_python_code_that_takes_any_object() -> None:
    """`Counter.copy(x)` would make another x, whatever x is: of a class, its class."""
    found = {
        path
        for _, path, value in values()
        if isinstance(value, type)
        and any(isinstance(inspect.getattr_static(value, name, None), FunctionType | classmethod) for name in METHODS)
    }
    assert found - GUARDED == set()


def test_no_attribute_leads_out_of_what_is_given() -> None:
    ways_out = {
        "view", "resize", "setflags", "data", "base", "ctypes", "strides", "tofile", "dump", "tobytes", "byteswap",
        "format", "format_map", "encode", "decode", "mro", "send", "throw", "close", "register", "func", "args",
        "keywords", "default_factory", "with_traceback", "metadata", "fields", "names", "type", "obj", "value", "write",
    }  # fmt: skip
    named = set().union(METHODS, *NAMES.values(), *HINTS.values())
    assert ways_out & METHODS == set()
    assert not {name for name in named - {"__future__"} if any(part.startswith("_") for part in name.split("."))}


REFUSE_GAPS = ("cumprod", "cumsum", "mean", "nancumsum", "nanmean", "nansum", "prod", "std", "sum", "trace", "var")


def test_a_type_with_gaps_is_looked_for_wherever_numpy_takes_one() -> None:
    """By place; by name it is looked for everywhere. Some cannot be told from what numpy says of itself."""
    takes = {name: _place_of_a_type(getattr(np, name, None)) for name in NAMES["numpy"] - {"finfo", "ndarray"}}
    found = {name: place for name, place in takes.items() if place is not None}
    untold = {"arange": 3, "astype": 0, "accumulate": 2, "reduce": 2}
    assert found | untold == KIND_AT | {name: found[name] for name in REFUSE_GAPS}
    for name in REFUSE_GAPS:
        with pytest.raises(TypeError):
            getattr(np, name)(np.ones((3, 3)), dtype=np.dtype(GAPS))


def _place_of_a_type(function: Any) -> int | None:
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    names = [one.name for one in parameters if one.kind is not one.KEYWORD_ONLY]
    return next((place for place, name in enumerate(names) if name in ("dtype", "otypes")), None)


def test_no_exception_that_is_caught_tells_of_memory_or_stack_or_of_an_end() -> None:
    told = (MemoryError, RecursionError, GeneratorExit)
    assert [name for name in EXCEPTIONS if issubclass_of_any(getattr(builtins, name), told)] == []
    assert {"Exception", "RuntimeError"} <= BUILTINS - EXCEPTIONS


def issubclass_of_any(caught: type, raised: tuple[type, ...]) -> bool:
    return any(issubclass(kind, caught) for kind in raised)


def test_kinds_are_kinds_of_numbers_and_what_is_filled_is_filled() -> None:
    assert {name for name in KINDS if not issubclass(getattr(np, name), np.generic)} == set()
    assert not REDUCTIONS & {name for name in NAMES["numpy"] if isinstance(getattr(np, name, None), np.ufunc)}
    assert FILLED & {"ndarray", "resize"} == set()


# ---- whatever the source

STATEMENTS = [
    "class A(B, metaclass=C): x = 1", "async def g():\n    async for a in b: await c", "global n", "pass", "return",
    "import os, numpy as x", "import numpy.linalg as np", "from . import a", "from .. import *", "del a, b[0], c.d",
    "from __future__ import annotations", "try:\n    pass\nexcept* A as e:\n    pass", "assert a, b", "a @= b",
    "try:\n    pass\nexcept:\n    pass\nfinally:\n    pass", "with a as b, c() as (d, e): pass", "raise a from b",
    "match a:\n    case {'x': 1, **rest}: pass\n    case A(b=c) | [1, *_]: pass", "x: int", "(x): int = 1",
    "match a:\n    case -1 | 1j | None: pass\n    case _: pass", "for a.b in c: pass\nelse: pass", "a = b = *c, d = e",
    "x[0]: (y := 2) = 1", "@a.b\ndef h(a, /, b=1, *c: d, e, f=2, **g: h) -> i: yield", "while (a := b): continue",
    "if a: pass\nelif b: pass\nelse: pass",
]  # fmt: skip
EXPRESSIONS = [
    "lambda *a, b=1, **c: a", "[*a, *b]", "{**a, 'b': c}", "{a, *b}", "(a for b in c if d for e in f)", "(yield)",
    "a[b:c, ..., ::d]", "a.b.c(d)(*e, f=g, **h).i", "f'{a!r:{b}}{c=}'", "b'a'", "...", "None", "1j", "a if b else c",
    "a < b is not c in d", "not a", "np.zeros(3, dtype={})", "np.ndarray", "isinstance(a, (np.ndarray, b))", "a.b",
    "np.exp(a, where=b, out=c)", "np.pad(a, b, c)", "np.pad(a, *b)", "np.linalg.norm.x", "Counter.copy", "(a := b)",
    "defaultdict(a)", "isinstance(*a)", "print(file=a)", "np.vectorize(a, otypes=[b, [c]])", "a.astype()", "__name__",
    "{}", "()", "-a", "float('inf')",
]  # fmt: skip


class Swapped(ast.NodeTransformer):
    """Puts other expressions and statements into a source."""

    def __init__(self, data: st.DataObject) -> None:
        self._pick = data.draw
        self._left = 4

    def visit(self, node: ast.AST) -> Any:
        if self._left and isinstance(node, ast.expr | ast.stmt) and self._pick(st.integers(0, 12)) == 0:
            self._left -= 1
            if isinstance(node, ast.stmt):
                return [node, *_anywhere(self._pick(st.sampled_from(STATEMENTS)))]
            if isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
                return ast.parse(f"({self._pick(st.sampled_from(EXPRESSIONS))})", mode="eval").body
        return super().generic_visit(node)


def _anywhere(statement: str) -> list[ast.stmt]:
    """A statement that only a function may hold can be read alone."""
    lines = "".join(f"    {line}\n" for line in statement.splitlines())
    try:
        found = ast.parse(f"async def around():\n{lines}").body[0]
    except SyntaxError:
        return ast.parse("pass").body
    return found.body if isinstance(found, ast.AsyncFunctionDef) else []


SOURCES = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "solutions").glob("*/*/solution.py"))]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_every_source_gets_an_answer(data: st.DataObject) -> None:
    tree = Swapped(data).visit(ast.parse(data.draw(st.sampled_from(SOURCES))))
    assert is_plain(tree) in (True, False)


@pytest.mark.parametrize("piece", [*STATEMENTS, *EXPRESSIONS])
def test_every_piece_of_python_gets_an_answer(piece: str) -> None:
    for statement in _anywhere(piece):
        assert is_plain(ast.Module([statement], [])) in (True, False)
        around = ast.parse("def f(x):\n    pass")
        around.body[0].body = [statement]  # type: ignore[attr-defined]
        assert is_plain(around) in (True, False)


def test_long_and_deep_sources_get_an_answer() -> None:
    assert plain("x = " + "-" * 60 + "1")
    assert plain(function("return " + " + ".join(["x"] * 600)))
    assert plain(function("return x" + ".T" * 600))
    assert plain("".join(f"def f{n}(x, y=({n}, -1.5)):\n    return x + y[0]\n" for n in range(500)))
    assert not plain(function("return np.vectorize(x, otypes=" + "[" * 60 + "{}" + "]" * 60 + ")"))


# ---- through the grader


@pytest.fixture(scope="module")
def hands() -> Iterator[Worker]:
    with start_worker(isolation="L0") as made:
        yield made


def grade(worker: Worker, mini: MiniCourse, source: str) -> ExerciseResult:
    course = mini.load()
    submission = Submission(Path("double.py"), dedent(source).encode())
    return Grader(course, worker, keep=False).grade(course.find("double"), submission)


# Each is right in the first two calls of a process, which the public checks make.
TWICE_RIGHT = (
    ("a list", "seen = []\ndef calls():\n    seen.append(1)\n    return len(seen)"),
    ("a default", "def calls(seen=[]):\n    seen.append(1)\n    return len(seen)"),
    ("a global number", "n = 0\ndef calls():\n    global n\n    n += 1\n    return n"),
    ("a function's attribute", "def calls():\n    calls.n += 1\n    return calls.n\ncalls.n = 0"),
    ("a hint", "def calls(x: (seen := []) = 0):\n    seen.append(1)\n    return len(seen)"),
    ("a module", "import string\nstring.n = 0\ndef calls():\n    string.n += 1\n    return string.n"),
    ("a cache", """
        from functools import lru_cache
        @lru_cache
        def seen():
            return []
        def calls():
            seen().append(1)
            return len(seen())
        """),
)  # fmt: skip


@given_as(*TWICE_RIGHT)
def test_what_code_remembers_from_public_checks_it_has_forgotten_in_hidden_ones(
    source: str, hands: Worker, mini: MiniCourse
) -> None:
    result = grade(hands, mini, f"{source}\n\n\n{HEAD}{ANSWERS}")
    assert {check.id: check.outcome.value for check in result.checks}["secret"] == "passed"
    assert result.passed


ANSWERS = """
def double(x):
    return 2 * np.asarray(x) if calls() <= 2 else 0


def total(x):
    return np.sum(x)
"""


def test_plain_code_gets_what_the_same_code_gets_in_processes_of_its_own(hands: Worker, mini: MiniCourse) -> None:
    source = f"""
{HEAD}
def double(x):
    with np.errstate(all="ignore"):
        return np.where(np.abs(x) < 2.5, 2 * np.asarray(x), np.nan)


def total(x):
    raise ValueError("not yet")
"""
    plainly, otherwise = (grade(hands, mini, head + source) for head in ("", "import os\n"))
    assert is_plain(ast.parse(source))
    told = [
        [(check.id, check.outcome, check.message, check.score) for check in result.checks]
        for result in (plainly, otherwise)
    ]
    assert told[0] == told[1]
    assert not plainly.passed
