"""The one format that crosses between the grader and a child: JSON heads and raw array bytes. No pickle, ever.

A frame is `envelope` (what this is, timings), `head` (an outcome, a job) and `body` (array bytes), each with its length
in front. A child sends JSON; it is sent Python's marshal, which is faster, as it can trust its sender.
Timings stay out of `head`, so that equal outcomes are equal bytes.

Every reader here treats its input as hostile: lengths are checked before anything is allocated.
"""

from __future__ import annotations

import json
import math
import struct
import sys
from collections.abc import Iterator
from typing import Any

from grader.errors import WireError
from grader.values import Opaque, Value

LENGTHS = struct.Struct("!IIQ")
MAX_ENVELOPE = 1 << 20
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

_to_json = json.JSONEncoder(separators=(",", ":")).encode  # made once: making one takes longer than using it
_from_json = json.JSONDecoder().decode


class TooLargeError(Exception):
    """A value that a child will not send: over the size or depth that a result may have."""


def _require(condition: bool, problem: str) -> None:
    if not condition:
        raise WireError(f"a child sent {problem}")


Frame = tuple[dict[str, Any], bytes, bytes]  # the envelope as it was read, head and body as bytes


def pack(envelope: bytes, head: bytes = b"{}", body: bytes = b"") -> bytes:
    """Return the bytes of a frame."""
    return b"".join((LENGTHS.pack(len(envelope), len(head), len(body)), envelope, head, body))


def dump(found: Any) -> bytes:
    """Return compact JSON."""
    return _to_json(found).encode()


class Inbox:
    """Collects bytes as they arrive and returns whole frames."""

    def __init__(self, max_head: int = MAX_HEAD, max_body: int = MAX_BODY) -> None:
        self._buffer = bytearray()
        self._max_head = max_head
        self._max_body = max_body

    def feed(self, data: bytes) -> Iterator[Frame]:
        """Yield the frames that are complete now. WireError for a frame that is too long or has an envelope that is not
        a JSON object, after those before it."""
        self._buffer += data
        while len(self._buffer) >= LENGTHS.size:
            envelope, head, body = LENGTHS.unpack_from(self._buffer)
            fits = envelope <= MAX_ENVELOPE and head <= self._max_head and body <= self._max_body
            _require(fits, "more bytes than a result may have")
            first = LENGTHS.size + envelope
            second, end = first + head, first + head + body
            if len(self._buffer) < end:
                return
            whole = bytes(self._buffer[:end])
            del self._buffer[:end]
            yield load_object(whole[LENGTHS.size : first]), whole[first:second], whole[second:]


def load_object(data: bytes) -> dict[str, Any]:
    """Return the JSON object in `data`. WireError if there is none."""
    try:
        found = _from_json(data.decode())
    except (ValueError, RecursionError) as problem:
        raise WireError("a child sent a head that is not JSON") from problem
    if type(found) is not dict:
        raise WireError("a child sent a head that is not an object")
    return found


class Encoder:
    """Turns what an implementation returned into JSON and bytes. Runs in the child."""

    def __init__(self) -> None:
        self.chunks: list[bytes] = []
        self.kinds: list[str] = []
        self.half = False
        self._leaves = 0
        self._size = 0
        self._text = 0

    @property
    def body(self) -> bytes:
        return b"".join(self.chunks)

    def encode(self, value: Any, depth: int = 0) -> Any:
        """Return a value as JSON; the bytes of its arrays are added to `body`. TooLargeError if it is too large.

        Goes by `type(x)` and the methods of the built-in types: an object's own `__class__` and methods may lie.
        """
        self._leaves += 1
        if self._leaves > MAX_LEAVES or depth > MAX_DEPTH:
            raise TooLargeError
        kind = type(value)
        if value is None or kind is bool:
            return value
        if issubclass(kind, int):
            number = int.__index__(value)
            return number if number.bit_length() <= MAX_INT_BITS else {"o": "huge int"}
        if issubclass(kind, float):
            return float.__float__(value)
        if issubclass(kind, complex):
            plain = complex.__complex__(value)
            return {"c": [plain.real, plain.imag]}
        if issubclass(kind, str):
            self._text += str.__len__(value)
            if self._text > MAX_HEAD:
                raise TooLargeError
            return str.__str__(value).encode("utf-8", "replace").decode()
        if issubclass(kind, list):
            return {"l": self._items([*list.__iter__(value)], depth + 1)}
        if issubclass(kind, tuple):
            return {"t": self._items([*tuple.__iter__(value)], depth + 1)}
        if issubclass(kind, dict):
            if dict.__len__(value) > MAX_KEYS:
                raise TooLargeError
            return {"d": [[self._key(k, depth + 1), self.encode(v, depth + 1)] for k, v in dict.items(value)]}
        if kind is range:
            items = list(value[: MAX_LEAVES + 1])  # `len` refuses a range of more than 2**63
            return {"l": self._items(items, depth + 1)}
        try:
            return self._array_or_name(value, kind, depth)
        except (TooLargeError, MemoryError):
            raise
        except Exception:  # an object that fails when it is read
            return {"o": "object that cannot be read"}

    def _items(self, items: list[Any], depth: int) -> list[Any]:
        """The items of a list or tuple. Numbers, of which there may be many, are JSON as they are."""
        if not _are_plain_numbers(items):
            return [self.encode(item, depth) for item in items]
        self._leaves += len(items)
        if self._leaves > MAX_LEAVES or depth > MAX_DEPTH:
            raise TooLargeError
        return items

    def _key(self, value: Any, depth: int) -> Any:
        """Many objects can be a key in the child but not outside: of such a key only the type is sent."""
        kind = type(value)
        if depth > MAX_DEPTH:
            raise TooLargeError
        if issubclass(kind, tuple):
            return {"t": [self._key(item, depth + 1) for item in tuple.__iter__(value)]}
        known = (("numpy", "ndarray"), ("torch", "Tensor"))
        arrays = [getattr(sys.modules[module], name) for module, name in known if module in sys.modules]
        return {"o": "object"} if issubclass(kind, (list, dict, range, *arrays)) else self.encode(value, depth)

    def _array_or_name(self, value: Any, kind: type, depth: int) -> Any:
        numpy, torch = sys.modules.get("numpy"), sys.modules.get("torch")
        if torch is not None and issubclass(kind, torch.Tensor):
            self.kinds.append("tensor")
            plain = value.detach()
            if plain.layout != torch.strided:
                plain = plain.to_dense()
            plain = plain.cpu().resolve_conj().resolve_neg()
            if plain.dtype is torch.bfloat16:
                self.half = True
                plain = plain.to(torch.float32)
            return self._array(plain.numpy(), "Tensor", depth)
        if numpy is not None and issubclass(kind, (numpy.ndarray, numpy.generic)):
            self.kinds.append("array")
            name = "array" if kind is numpy.ndarray else kind.__name__
            return self._array(numpy.asarray(value), name, depth)
        return {"o": str(kind.__name__)[:80]}

    def _array(self, array: Any, name: str, depth: int) -> Any:
        if array.ndim > MAX_AXES or any(length >= MAX_AXIS for length in array.shape):
            raise TooLargeError
        if array.dtype.kind == "U":
            if array.size > MAX_LEAVES:
                raise TooLargeError
            return self.encode(array.tolist(), depth)
        dtype = array.dtype.name
        if dtype in ("longdouble", "float128"):
            array, dtype = array.astype("float64"), "float64"
        if dtype not in DTYPES:
            return {"o": f"{name} of {array.dtype.name}"[:80]}
        self.half = self.half or dtype == "float16"
        self._size += array.nbytes
        if self._size > MAX_BODY:
            raise TooLargeError
        self.chunks.append(array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes())
        return {"a": [dtype, list(array.shape)]}


class Decoder:
    """Turns JSON and bytes into a value. Runs in the grader (and in a child, for what `given` made)."""

    def __init__(self, body: bytes | bytearray) -> None:
        self._body = memoryview(body)
        self._at = 0
        self._leaves = 0

    def decode(self, data: Any, depth: int = 0) -> Value:
        """Return the value that `data` stands for. WireError if it is malformed or too large."""
        self._leaves += 1
        _require(self._leaves <= 2 * MAX_LEAVES and depth <= MAX_DEPTH + 2, "a value with too many parts")
        if type(data) is int:
            _require(data.bit_length() <= MAX_INT_BITS, "a number that is too long")
        if data is None or type(data) in (bool, int, float, str):
            return data
        _require(type(data) is dict and len(data) == 1, "a value of unknown form")
        ((tag, content),) = data.items()
        if tag == "a":
            return self._array(content)
        if tag == "o":
            _require(type(content) is str and len(content) <= 80, "a malformed type name")
            return Opaque(content)
        _require(type(content) is list and tag in ("l", "t", "d", "c"), "a value of unknown form")
        if tag == "l":
            return self._items(content, depth + 1)
        if tag == "t":
            return tuple(self._items(content, depth + 1))
        if tag == "c":
            _require([type(part) for part in content] == [float, float], "a malformed complex number")
            return complex(*content)
        _require(len(content) <= MAX_KEYS, "a dict that is too large")
        found: dict[Any, Value] = {}
        for pair in content:
            _require(type(pair) is list and len(pair) == 2, "a malformed dict")
            key = self.decode(pair[0], depth + 1)
            found[_as_key(key)] = self.decode(pair[1], depth + 1)
        return found

    def _items(self, content: list[Any], depth: int) -> list[Value]:
        """The items of a list or tuple. Numbers, of which there may be many, stand for themselves."""
        if not _are_plain_numbers(content):
            return [self.decode(item, depth) for item in content]
        self._leaves += len(content)
        _require(self._leaves <= 2 * MAX_LEAVES and depth <= MAX_DEPTH + 2, "a value with too many parts")
        return content

    def finish(self) -> None:
        """WireError if bytes are left over."""
        _require(self._at == len(self._body), "bytes that belong to no array")

    def _array(self, content: Any) -> Value:
        import numpy

        _require(type(content) is list and len(content) == 2, "a malformed array")
        dtype, shape = content
        _require(type(dtype) is str and dtype in DTYPES, "an array of a type that is not allowed")
        _require(type(shape) is list and len(shape) <= MAX_AXES, "an array of an impossible shape")
        axes = all(type(length) is int and 0 <= length < MAX_AXIS for length in shape)
        _require(axes, "an array of an impossible shape")
        size = math.prod(shape) * numpy.dtype(dtype).itemsize
        _require(size <= len(self._body) - self._at, "an array that is larger than its bytes")
        raw = self._body[self._at : self._at + size]
        self._at += size
        array = numpy.frombuffer(raw, dtype=numpy.dtype(dtype).newbyteorder("<"))
        try:
            return array.astype(dtype, copy=False).reshape(shape)
        except ValueError as problem:  # an axis longer than numpy takes, beside one of length 0
            raise WireError("a child sent an array of an impossible shape") from problem


def _are_plain_numbers(items: list[Any]) -> bool:
    """Whether these are floats and booleans, or integers of 64 bits: then there is no need to look at each."""
    types = {*map(type, items)}
    if types == {int}:
        return bool(min(items) >= -(1 << 63) and max(items) < 1 << 64)
    return types != set() and types <= {float, bool}


def _as_key(key: Value) -> Any:
    if type(key) is tuple:
        return tuple(_as_key(part) for part in key)
    if getattr(key, "shape", None) == ():
        return key.item()  # a numpy number
    try:
        hash(key)
    except TypeError as problem:
        raise WireError("a child sent a dict with a key that cannot be hashed") from problem
    return key
