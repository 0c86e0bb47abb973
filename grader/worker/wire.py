"""The one format that crosses between the grader and a child: JSON heads and raw array bytes. No pickle, ever.

A frame is `envelope` (what this is, timings), `head` (an outcome, a job) and `body` (array bytes), each with its length
in front. What a child sends is JSON; what it is sent, by those whom it can trust, is Python's marshal, which is faster.
Timings stay out of `head`, so that equal outcomes are equal bytes.

Every reader here treats its input as hostile: lengths are checked before anything is allocated.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from grader.errors import WireError
from grader.values import Opaque, Value

LENGTHS = struct.Struct("!IIQ")
MAX_ENVELOPE = 1 << 16
MAX_HEAD = 4 << 20
MAX_BODY = 64 << 20
MAX_LEAVES = 200_000
MAX_DEPTH = 40
MAX_AXES = 16
MAX_KEYS = 4096  # of one dict: keys can be chosen to collide
MAX_AXIS = 1 << 31
MAX_INT_BITS = 512
DTYPES = {
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
    "float16", "float32", "float64", "complex64", "complex128",
}  # fmt: skip

_to_json = json.JSONEncoder(separators=(",", ":")).encode  # made once: to make one takes longer than to use it
_from_json = json.JSONDecoder().decode


class TooLargeError(Exception):
    """A value that a child will not send: over the size or depth that a result may have."""


@dataclass(frozen=True)
class Frame:
    """One message, still as bytes."""

    envelope: bytes
    head: bytes
    body: bytes

    def info(self) -> dict[str, Any]:
        return load_object(self.envelope)


def pack(envelope: bytes, head: bytes = b"{}", body: bytes = b"") -> bytes:
    return b"".join((LENGTHS.pack(len(envelope), len(head), len(body)), envelope, head, body))


def dump(found: Any) -> bytes:
    return _to_json(found).encode()


class Inbox:
    """Collects bytes as they arrive and gives out whole frames."""

    def __init__(self, max_head: int = MAX_HEAD, max_body: int = MAX_BODY) -> None:
        self._buffer = bytearray()
        self._max_head = max_head
        self._max_body = max_body

    def feed(self, data: bytes) -> Iterator[Frame]:
        """One after the other: what came whole before garbage is given out before WireError is raised."""
        self._buffer += data
        while (frame := self._take()) is not None:
            yield frame

    def _take(self) -> Frame | None:
        if len(self._buffer) < LENGTHS.size:
            return None
        envelope, head, body = LENGTHS.unpack_from(self._buffer)
        if envelope > MAX_ENVELOPE or head > self._max_head or body > self._max_body:
            raise WireError("a child announced more bytes than a result may have")
        end = LENGTHS.size + envelope + head + body
        if len(self._buffer) < end:
            return None
        first, second = LENGTHS.size + envelope, LENGTHS.size + envelope + head
        whole = bytes(self._buffer[:end])
        del self._buffer[:end]
        return Frame(whole[LENGTHS.size : first], whole[first:second], whole[second:])


def load_object(data: bytes) -> dict[str, Any]:
    """JSON that must be an object."""
    try:
        found = _from_json(data.decode())
    except (ValueError, RecursionError) as problem:
        raise WireError("a child sent a head that is no JSON") from problem
    if type(found) is not dict:
        raise WireError("a child sent a head that is no object")
    return found


class Encoder:
    """Turns what an implementation returned into JSON and bytes. Runs in the child.

    Goes by `type(x)`, not by `isinstance`, which believes an object's own `__class__`.
    """

    def __init__(self) -> None:
        self.chunks: list[bytes] = []
        self.kinds: list[str] = []
        self.half = False
        self._leaves = 0
        self._size = 0
        self._text = 0

    def encode(self, value: Any, depth: int = 0) -> Any:
        self._leaves += 1
        if self._leaves > MAX_LEAVES or depth > MAX_DEPTH:
            raise TooLargeError
        kind = type(value)
        if value is None or kind is bool:
            return value
        for base, method in _BY_TYPE:
            if issubclass(kind, base):
                return getattr(self, method)(value, depth)
        return self._array_or_opaque(value, kind, depth)

    def _int(self, value: int, _: int) -> Any:
        number = int.__index__(value)
        return number if number.bit_length() <= MAX_INT_BITS else {"o": "huge int"}

    def _float(self, value: float, _: int) -> Any:
        return float.__float__(value)

    def _complex(self, value: complex, _: int) -> Any:
        plain = complex.__complex__(value)
        return {"c": [plain.real, plain.imag]}

    def _str(self, value: str, _: int) -> Any:
        self._text += str.__len__(value)
        if self._text > MAX_HEAD:
            raise TooLargeError
        return str.__str__(value).encode("utf-8", "replace").decode()

    def _list(self, value: list[Any], depth: int) -> Any:
        return {"l": [self.encode(item, depth + 1) for item in list.__iter__(value)]}

    def _tuple(self, value: tuple[Any, ...], depth: int) -> Any:
        return {"t": [self.encode(item, depth + 1) for item in tuple.__iter__(value)]}

    def _range(self, value: range, depth: int) -> Any:
        first = value[: MAX_LEAVES + 1]  # `len` refuses a range of more than 2**63
        if len(first) > MAX_LEAVES:
            raise TooLargeError
        return self._list(list(first), depth)

    def _dict(self, value: dict[Any, Any], depth: int) -> Any:
        if dict.__len__(value) > MAX_KEYS:
            raise TooLargeError
        pairs = [[self._key(k, depth + 1), self.encode(v, depth + 1)] for k, v in dict.items(value)]
        return {"d": pairs}

    def _key(self, value: Any, depth: int) -> Any:
        """Much can be a key in the child that cannot be one outside: of such a key only the type is told."""
        kind = type(value)
        if depth > MAX_DEPTH:
            raise TooLargeError
        if issubclass(kind, tuple):
            return {"t": [self._key(item, depth + 1) for item in tuple.__iter__(value)]}
        many = issubclass(kind, (list, dict, range, *_arrays()))
        return {"o": "object"} if many else self.encode(value, depth)

    def _array_or_opaque(self, value: Any, kind: type, depth: int) -> Any:
        try:
            return self._array_or_name(value, kind, depth)
        except (TooLargeError, MemoryError):
            raise
        except Exception:  # an object that fails when it is read
            return {"o": "object that cannot be read"}

    def _array_or_name(self, value: Any, kind: type, depth: int) -> Any:
        import sys

        numpy, torch = sys.modules.get("numpy"), sys.modules.get("torch")
        if torch is not None and issubclass(kind, torch.Tensor):
            return self._tensor(value, torch, depth)
        if numpy is not None and issubclass(kind, (numpy.ndarray, numpy.generic)):
            self.kinds.append("array")
            name = "array" if kind is numpy.ndarray else kind.__name__
            return self._array(numpy.asarray(value), name, depth)
        return {"o": str(kind.__name__)[:80]}

    def _tensor(self, value: Any, torch: Any, depth: int) -> Any:
        self.kinds.append("tensor")
        plain = value.detach()
        if plain.layout != torch.strided:
            plain = plain.to_dense()
        plain = plain.cpu().resolve_conj().resolve_neg()
        if plain.dtype is torch.bfloat16:
            self.half = True
            plain = plain.to(torch.float32)
        return self._array(plain.numpy(), "Tensor", depth)

    def _array(self, array: Any, name: str, depth: int) -> Any:
        if array.ndim > MAX_AXES or any(length >= MAX_AXIS for length in array.shape):
            raise TooLargeError
        if array.dtype.kind == "U":
            return self._texts(array, depth)
        dtype = array.dtype.name
        if dtype == "longdouble" or dtype == "float128":
            array, dtype = array.astype("float64"), "float64"
        if dtype not in DTYPES:
            return {"o": f"{name} of {array.dtype.name}"[:80]}
        self.half = self.half or dtype == "float16"
        self._size += array.nbytes
        if self._size > MAX_BODY:
            raise TooLargeError
        self.chunks.append(array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes())
        return {"a": [dtype, list(array.shape)]}

    def _texts(self, array: Any, depth: int) -> Any:
        if array.size > MAX_LEAVES:
            raise TooLargeError
        return self.encode(array.tolist(), depth)

    @property
    def body(self) -> bytes:
        return b"".join(self.chunks)


def _arrays() -> tuple[type, ...]:
    """The classes of arrays, as far as their libraries are loaded."""
    import sys

    known = (("numpy", "ndarray"), ("torch", "Tensor"))
    return tuple(getattr(sys.modules[module], name) for module, name in known if module in sys.modules)


_BY_TYPE: tuple[tuple[type, str], ...] = (
    (int, "_int"), (float, "_float"), (complex, "_complex"), (str, "_str"),
    (list, "_list"), (tuple, "_tuple"), (dict, "_dict"), (range, "_range"),
)  # fmt: skip


class Decoder:
    """Turns JSON and bytes into a value. Runs in the grader (and in a child, for what `given` made)."""

    def __init__(self, body: bytes | bytearray) -> None:
        self._body = memoryview(body)
        self._at = 0
        self._leaves = 0

    def decode(self, data: Any, depth: int = 0) -> Value:
        self._leaves += 1
        if self._leaves > 2 * MAX_LEAVES or depth > MAX_DEPTH + 2:
            raise WireError("a child sent a value with too many parts")
        if type(data) is not dict:
            return self._plain(data)
        if len(data) != 1:
            raise WireError("a child sent a value of no known form")
        ((tag, content),) = data.items()
        method = _BY_TAG.get(tag)
        if method is None:
            raise WireError("a child sent a value of no known form")
        return getattr(self, method)(content, depth)

    def finish(self) -> None:
        if self._at != len(self._body):
            raise WireError("a child sent bytes that belong to no array")

    def _plain(self, data: Any) -> Value:
        if type(data) is int and data.bit_length() > MAX_INT_BITS:
            raise WireError("a child sent too long a number")
        if data is None or type(data) in (bool, int, float, str):
            return data
        raise WireError("a child sent a value of no known form")

    def _items(self, content: Any, depth: int) -> list[Value]:
        if type(content) is not list:
            raise WireError("a child sent a list that is none")
        return [self.decode(item, depth + 1) for item in content]

    def _tuple(self, content: Any, depth: int) -> tuple[Value, ...]:
        return tuple(self._items(content, depth))

    def _dict(self, content: Any, depth: int) -> dict[Any, Value]:
        found: dict[Any, Value] = {}
        if type(content) is not list or len(content) > MAX_KEYS:
            raise WireError("a child sent a dict that is none, or too large a one")
        for pair in content:
            if type(pair) is not list or len(pair) != 2:
                raise WireError("a child sent a dict that is none")
            key = self.decode(pair[0], depth + 1)
            found[_as_key(key)] = self.decode(pair[1], depth + 1)
        return found

    def _complex(self, content: Any, _: int) -> complex:
        if type(content) is list and [type(part) for part in content] == [float, float]:
            return complex(*content)
        raise WireError("a child sent a complex number that is none")

    def _opaque(self, content: Any, _: int) -> Opaque:
        if type(content) is not str or len(content) > 80:
            raise WireError("a child sent a type's name that is none")
        return Opaque(content)

    def _array(self, content: Any, _: int) -> Value:
        import numpy

        dtype, shape = _dtype_and_shape(content)
        count = 1
        for length in shape:
            count *= length
        size = count * numpy.dtype(dtype).itemsize
        if size > len(self._body) - self._at:
            raise WireError("a child announced an array larger than its bytes")
        raw = self._body[self._at : self._at + size]
        self._at += size
        array = numpy.frombuffer(raw, dtype=numpy.dtype(dtype).newbyteorder("<"))
        try:
            return array.astype(dtype, copy=False).reshape(shape)
        except ValueError as problem:  # an axis longer than numpy takes, beside one of length 0
            raise WireError("a child announced an array of no possible shape") from problem


_BY_TAG = {
    "l": "_items", "t": "_tuple", "d": "_dict", "c": "_complex", "o": "_opaque", "a": "_array",
}  # fmt: skip


def _dtype_and_shape(content: Any) -> tuple[str, list[int]]:
    if type(content) is not list or len(content) != 2:
        raise WireError("a child sent an array of no known form")
    dtype, shape = content
    if type(dtype) is not str or dtype not in DTYPES:
        raise WireError("a child sent an array of a kind that is not allowed")
    if type(shape) is not list or len(shape) > MAX_AXES:
        raise WireError("a child sent an array of no possible shape")
    if any(type(length) is not int or not 0 <= length < MAX_AXIS for length in shape):
        raise WireError("a child sent an array of no possible shape")
    return dtype, shape


def _as_key(key: Value) -> Any:
    if type(key) is tuple:
        return tuple(_as_key(part) for part in key)
    if getattr(key, "shape", None) == ():
        return key.item()  # a numpy number
    try:
        hash(key)
    except TypeError as problem:
        raise WireError("a child sent a dict with a key that cannot be one") from problem
    return key
