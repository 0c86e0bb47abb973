"""The wire: what a child sends arrives as it was, and bytes that lie are refused before they cost anything."""

from __future__ import annotations

import json
import math
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from grader.errors import WireError
from grader.values import Opaque
from grader.worker import Report, encode_value, wire
from grader.worker.wire import Decoder, Encoder, Inbox, TooLargeError, dump, load_object, pack

MEGABYTE = 1 << 20


def encode(value: Any) -> tuple[bytes, bytes, Encoder]:
    encoder = Encoder()
    tree = encoder.encode(value)
    return json.dumps(tree).encode(), encoder.body, encoder


def through(value: Any) -> Any:
    """The value as it arrives on the other side."""
    head, body, _ = encode(value)
    decoder = Decoder(body)
    arrived = decoder.decode(json.loads(head))
    decoder.finish()
    return arrived


def decode(tree: Any, body: bytes = b"") -> Any:
    decoder = Decoder(body)
    value = decoder.decode(tree)
    decoder.finish()
    return value


def identical(a: Any, b: Any) -> bool:
    """The same types, shapes and bits, all the way down."""
    if type(a) is not type(b):
        return False
    if isinstance(a, np.ndarray):
        return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()
    if isinstance(a, list | tuple):
        return len(a) == len(b) and all(map(identical, a, b))
    if isinstance(a, dict):
        return identical(list(a), list(b)) and identical(list(a.values()), list(b.values()))
    if isinstance(a, float | complex):
        return repr(a) == repr(b)
    return bool(a == b)


@contextmanager
def at_most(megabytes: float) -> Iterator[None]:
    """Nothing in this block may have needed more memory than that, not even for a moment."""
    tracemalloc.start()
    try:
        yield
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < megabytes * MEGABYTE


# ---- values that come through

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**500), 2**500),
    st.floats(),
    st.complex_numbers(),
    st.text(st.characters(exclude_categories=["Cs"])),
)
arrays = hnp.arrays(
    st.sampled_from(sorted(wire.DTYPES)), hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=3)
)
keys = st.one_of(st.none(), st.booleans(), st.integers(), st.text("abc"), st.tuples(st.integers(), st.text("ab")))
values = st.recursive(
    st.one_of(scalars, arrays),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.lists(inner, max_size=4).map(tuple),
        st.dictionaries(keys, inner, max_size=4),
    ),
    max_leaves=12,
)


@given(values)
@settings(max_examples=150, deadline=None)
def test_any_nested_value_arrives_as_it_was(value: Any) -> None:
    assert identical(through(value), value)


@given(values)
@settings(max_examples=60, deadline=None)
def test_equal_values_are_equal_bytes(value: Any) -> None:
    import copy

    assert encode(value)[:2] == encode(copy.deepcopy(value))[:2]


@pytest.mark.parametrize("dtype", sorted(wire.DTYPES))
@pytest.mark.parametrize("shape", [(), (0,), (3,), (2, 0, 3), (2, 3), (1,) * 16])
def test_an_array_of_each_dtype_and_shape_arrives_with_both(dtype: str, shape: tuple[int, ...]) -> None:
    array = np.arange(math.prod(shape)).reshape(shape).astype(dtype)
    assert identical(through(array), array)


@pytest.mark.parametrize(
    "view",
    [
        np.arange(24.0).reshape(4, 6).T,
        np.asfortranarray(np.arange(24.0).reshape(4, 6)),
        np.arange(24.0)[::-3],
        np.broadcast_to(np.arange(3.0), (4, 3)),
        np.arange(24.0).reshape(4, 6)[1:3, ::2],
    ],
)
def test_the_layout_of_an_array_leaves_no_trace(view: Any) -> None:
    plain = np.array(view, order="C")
    assert identical(through(view), plain)
    assert encode(view)[:2] == encode(plain)[:2]


@pytest.mark.parametrize("dtype", ["int16", "int32", "uint64", "float16", "float32", "float64", "complex128"])
def test_big_endian_arrays_are_the_same_bytes_as_little_endian_ones(dtype: str) -> None:
    array = np.array([1, 2, 300]).astype(dtype)
    swapped = array.astype(np.dtype(dtype).newbyteorder(">"))
    assert encode(swapped)[:2] == encode(array)[:2]
    assert identical(through(swapped), array)


def test_longdouble_arrives_as_float64() -> None:
    assert identical(through(np.array([1.5, 2], np.longdouble)), np.array([1.5, 2.0]))


@pytest.mark.parametrize(
    ("value", "arrives"),
    [
        (np.float64(2.5), 2.5),
        (np.str_("word"), "word"),
        (np.array("word"), "word"),
        (np.array([["a", "b"]]), [["a", "b"]]),
        (range(3), [0, 1, 2]),
        ("lone \ud800 surrogate", "lone ? surrogate"),
        (2**600, Opaque("huge int")),
        ({1, 2}, Opaque("set")),
        (b"bytes", Opaque("bytes")),
        (np.array([None]), Opaque("array of object")),
        (np.array([b"a"]), Opaque("array of bytes8")),
        (np.zeros(2, "datetime64[s]"), Opaque("array of datetime64[s]")),
        (np.zeros(2, [("a", int), ("b", float)]), Opaque("array of void128")),
    ],
)
def test_what_has_no_form_of_its_own_arrives_as_the_nearest_or_as_a_name(value: Any, arrives: Any) -> None:
    assert identical(through(value), arrives)


def test_numpy_numbers_and_arrays_as_numbers_keep_their_dtype() -> None:
    assert identical(through(np.float32(1.5)), np.array(1.5, np.float32))
    assert identical(through(np.bool_(True)), np.array(True))


def test_keys_that_are_numpy_numbers_arrive_as_python_numbers() -> None:
    """A student counts with keys that come out of an array: `{pairs[i]: count}`."""
    pairs = np.array([[3, 4], [5, 6]])
    value = {pairs[0, 0]: 1, (pairs[1, 0], pairs[1, 1]): 2, np.float32(0.5): 3, np.bool_(True): 4}
    assert identical(through(value), {3: 1, (5, 6): 2, 0.5: 3, True: 4})


def test_subclasses_cannot_talk_their_way_around_their_own_value() -> None:
    class Number(int):
        def __index__(self) -> int:
            raise RuntimeError

        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = int.__hash__

    class Text(str):
        def __str__(self) -> str:
            return "something else"

        def encode(self, *_: Any) -> bytes:  # type: ignore[override]
            return b"something else"

    class Items(list):  # type: ignore[type-arg]
        def __iter__(self) -> Iterator[Any]:
            return iter(["something else"])

    class Liar:
        @property  # type: ignore[misc]
        def __class__(self) -> type:
            return int

    arrived = through([Number(5), Text("said"), Items([1, 2]), Liar()])
    assert identical(arrived, [5, "said", [1, 2], Opaque("Liar")])


@pytest.fixture(scope="module")
def torch() -> Any:
    import torch

    return torch


class TestTorch:
    @pytest.mark.parametrize(
        "name", ["bool", "uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64", "complex64"]
    )
    def test_a_tensor_arrives_as_the_array_of_its_dtype(self, torch: Any, name: str) -> None:
        tensor = torch.tensor([[0, 1], [2, 3]]).to(getattr(torch, name))
        assert identical(through(tensor), np.array([[0, 1], [2, 3]]).astype(name))

    @pytest.mark.parametrize("shape", [(), (0,), (2, 0)])
    def test_empty_and_shapeless_tensors_arrive(self, torch: Any, shape: tuple[int, ...]) -> None:
        assert identical(through(torch.ones(shape, dtype=torch.float64)), np.ones(shape))

    def test_bfloat16_arrives_as_float32_and_is_marked_half(self, torch: Any) -> None:
        _, _, encoder = encode(torch.tensor([1.5]).to(torch.bfloat16))
        assert encoder.half
        assert identical(through(torch.tensor([1.5]).to(torch.bfloat16)), np.array([1.5], np.float32))

    def test_float16_of_either_library_is_marked_half(self, torch: Any) -> None:
        assert encode(torch.ones(1, dtype=torch.float16))[2].half
        assert encode(np.ones(1, np.float16))[2].half
        assert not encode(np.ones(1, np.float32))[2].half

    def test_sparse_graph_conjugate_and_strided_tensors_arrive_as_plain_values(self, torch: Any) -> None:
        dense = torch.tensor([[0.0, 2.0], [3.0, 0.0]], dtype=torch.float64)
        plain = dense.numpy()
        assert identical(through(dense.to_sparse()), plain)
        assert identical(through(dense.clone().requires_grad_() * 2), plain * 2)
        assert identical(through(torch.nn.Parameter(dense)), plain)
        assert identical(through(dense.T), np.ascontiguousarray(plain.T))
        turned = torch.tensor([1 + 2j]).conj()
        assert identical(through(turned), turned.resolve_conj().numpy())

    def test_kinds_tell_tensors_from_arrays(self, torch: Any) -> None:
        assert encode([torch.ones(1), np.ones(1), 1.0])[2].kinds == ["tensor", "array"]


# ---- values that are not sent


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


def _loop() -> list[Any]:
    value: list[Any] = []
    value.append(value)
    return value


@pytest.mark.parametrize(
    "value",
    [
        np.broadcast_to(0.0, (10**6, 10**6)),
        [np.zeros(wire.MAX_BODY // 2 + 1, np.uint8)] * 2,
        [0] * (wire.MAX_LEAVES + 1),
        range(10**15),
        nested(wire.MAX_DEPTH + 1),
        _loop(),
        np.zeros((1,) * 17),
        np.zeros((0, 1 << 45)),
        np.broadcast_to(np.array("a"), (10**6, 10**6)),
    ],
    ids=["view", "sum", "leaves", "range", "deep", "loop", "axes", "long axis", "texts"],
)
def test_a_value_too_large_is_refused_before_it_is_copied(value: Any) -> None:
    with at_most(80), pytest.raises(TooLargeError):
        Encoder().encode(value)


def test_whatever_the_encoder_takes_the_decoder_takes() -> None:
    """At the limits: the deepest nesting, with an array of texts at its end, and the most axes."""
    texts = np.full((1,) * 12, "a")
    value: Any = texts
    for depth in range(wire.MAX_DEPTH - 12):
        value = {"k": value} if depth % 2 else [value]
    through(value)
    with pytest.raises(TooLargeError):
        Encoder().encode([[[[[[[[[[[[[[value]]]]]]]]]]]]]])
    through([0] * (wire.MAX_LEAVES - 1))


# ---- bytes that lie


def frame(envelope: int, head: int, body: int) -> bytes:
    return wire.LENGTHS.pack(envelope, head, body)


@pytest.mark.parametrize(
    "lengths",
    [(2, 2, 2**60), (2, 2, 2**64 - 1), (2, 2**32 - 1, 0), (2**32 - 1, 2, 0), (2, 2, wire.MAX_BODY + 1)],
)
def test_a_frame_that_announces_too_much_is_refused_at_its_first_bytes(lengths: tuple[int, int, int]) -> None:
    with at_most(1), pytest.raises(WireError, match="more bytes"):
        list(Inbox().feed(frame(*lengths)))


def test_an_announced_length_alone_allocates_nothing() -> None:
    with at_most(1):
        assert list(Inbox().feed(frame(2, wire.MAX_HEAD, wire.MAX_BODY))) == []


@given(st.lists(st.integers(1, 40), max_size=30), st.integers(1, 4))
@settings(max_examples=50, deadline=None)
def test_frames_arrive_whole_however_their_bytes_are_cut(cuts: list[int], count: int) -> None:
    sent = [pack(dump({"n": n}), b'{"status":"value"}' * n, bytes(n)) for n in range(count)]
    stream, inbox, found = b"".join(sent), Inbox(), []
    for cut in cuts:
        found += inbox.feed(stream[:cut])
        stream = stream[cut:]
    found += inbox.feed(stream)
    assert [info for info, _, _ in found] == [{"n": n} for n in range(count)]
    assert [len(body) for _, _, body in found] == list(range(count))


@given(st.binary(max_size=200))
@example(b"\0" * 64)
@example(frame(0, 0, 0))
@settings(max_examples=150, deadline=None)
def test_arbitrary_bytes_are_frames_or_a_wire_error(data: bytes) -> None:
    with suppress(WireError):
        list(Inbox().feed(data))


@given(st.binary(max_size=80))
@settings(max_examples=150, deadline=None)
def test_arbitrary_bytes_are_an_object_or_a_wire_error(data: bytes) -> None:
    with suppress(WireError):
        assert type(load_object(data)) is dict


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"null",
        b'"text"',
        b"{",
        b"{}{}",
        b'{"status": "value"}\0',
        b"\xff\xfe{}",
        b"[" * 10**6 + b"]" * 10**6,
        b'{"a":' * 10**5 + b"1" + b"}" * 10**5,
        b'{"a": ' + b"9" * 10**6 + b"}",
    ],
    ids=lambda data: repr(data[:12]),
)
def test_a_head_that_is_no_object_is_a_wire_error(data: bytes) -> None:
    with pytest.raises(WireError):
        load_object(data)


@pytest.mark.parametrize(
    "status",
    [b"", b'"status":null', b'"status":["value"]', b'"status":1', b'"status":"frames"', b'"status":"name"'],
)
def test_a_report_without_a_known_status_is_a_wire_error(status: bytes) -> None:
    with pytest.raises(WireError, match="status"):
        Report("c", b"{" + status + b"}").facts  # noqa: B018 - a property


json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.sampled_from(["l", "t", "d", "c", "o", "a", "x"]), inner, max_size=2),
    ),
    max_leaves=15,
)


@given(json_values, st.binary(max_size=40))
@settings(max_examples=300, deadline=None)
def test_arbitrary_json_is_a_value_or_a_wire_error(tree: Any, body: bytes) -> None:
    with suppress(WireError):
        decode(tree, body)


@given(values, st.data())
@settings(max_examples=200, deadline=None)
def test_a_report_with_changed_bytes_is_a_value_or_a_wire_error(value: Any, data: st.DataObject) -> None:
    tree, body, _ = encode(value)
    damaged = bytearray(b'{"status":"value","value":' + tree + b"}" + body)
    at = len(damaged) - len(body)
    for _ in range(data.draw(st.integers(1, 3))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    report = Report("c", bytes(damaged[:at]), bytes(damaged[at:]))
    try:
        assert isinstance(report.status, str)
        assert isinstance(report.kinds, list)
        assert isinstance(report.notes, list)
        assert isinstance(report.error, dict)
        report.value  # noqa: B018 - a property
    except WireError:
        pass


@pytest.mark.parametrize(
    "shape",
    [
        [2**39],
        [2**39] * 16,
        [0, 2**39, 2**39, 2**39],
        [2**39, 2**39, 2**39, 0],
        [2**62],
        [10**30],
        [-1],
        [-2, -4],
        [1] * 17,
        [True],
        [1.0],
        ["1"],
        [None],
        [[1]],
        {"0": 1},
        8,
        None,
    ],
    ids=repr,
)
def test_a_claimed_shape_that_cannot_be_is_refused_without_allocating(shape: Any) -> None:
    with at_most(1), pytest.raises(WireError):
        decode({"a": ["float64", shape]}, b"\0" * 8)


@pytest.mark.parametrize(
    "dtype",
    [
        "object",
        "O",
        "str",
        "<U4",
        "U4",
        "V8",
        "void",
        "S4",
        "datetime64[s]",
        "float128",
        ">f8",
        "f8",
        "",
        3,
        None,
        [""],
    ],
)
def test_a_dtype_outside_the_list_is_refused(dtype: Any) -> None:
    with pytest.raises(WireError, match="not allowed"):
        decode({"a": [dtype, [1]]}, b"\0" * 8)


@pytest.mark.parametrize(
    "tree",
    [
        [],
        [1],
        {},
        {"z": 1},
        {"": 1},
        {"__class__": 1},
        {"l": [], "t": []},
        {"l": {}},
        {"l": 3},
        {"t": "text"},
        {"d": [[1]]},
        {"d": [[1, 2, 3]]},
        {"d": {"a": 1}},
        {"d": [[{"l": []}, 1]]},
        {"d": [[{"d": []}, 1]]},
        {"d": [[{"t": [{"l": []}]}, 1]]},
        {"d": [[{"a": ["uint8", [2]]}, 1]]},
        {"c": [1, 2]},
        {"c": [1.0]},
        {"c": [1.0, True]},
        {"c": 1.0},
        {"o": 1},
        {"o": "x" * 81},
        {"a": []},
        {"a": ["float64"]},
        {"a": ["float64", [], []]},
        {"a": {"0": "float64", "1": []}},
        2**513,
    ],
    ids=lambda tree: repr(tree)[:40],
)
def test_a_value_of_no_known_form_is_a_wire_error(tree: Any) -> None:
    with pytest.raises(WireError):
        decode(tree, b"ab")


@pytest.mark.parametrize("tag", ["l", "t", "d"])
def test_nesting_and_number_of_parts_are_capped(tag: str) -> None:
    deep: Any = 1
    for _ in range(400):
        deep = {tag: [[1, deep]] if tag == "d" else [deep]}
    wide = {tag: [[n, n] if tag == "d" else n for n in range(2 * wire.MAX_LEAVES + 1)]}
    for tree in (deep, wide):
        with pytest.raises(WireError, match=r"too many parts|too large"):
            decode(tree)


def test_trailing_bytes_are_refused() -> None:
    with pytest.raises(WireError, match="belong to no array"):
        decode({"a": ["uint8", [2]]}, b"abc")
    with pytest.raises(WireError, match="belong to no array"):
        Report("c", b'{"status":"value","value":1}', b"x").value  # noqa: B018 - a property


def test_odd_keys_are_kept_and_of_equal_keys_the_last_counts() -> None:
    """A child may say so; what it said is still only a value."""
    nan = {"d": [[math.nan, 1], [math.nan, 2]]}
    assert len(decode(nan)) in (1, 2)
    assert decode({"d": [["a", 1], ["a", 2]]}) == {"a": 2}
    assert decode({"d": [[1, "int"], [True, "bool"]]}) == {1: "bool"}
    assert decode({"d": [[{"o": "thing"}, 1]]}) == {Opaque("thing"): 1}
    assert load_object(b'{"a": 1, "a": 2}') == {"a": 2}


@pytest.mark.parametrize(
    "notes",
    [1, "text", [1], [["w"]], [{"w": 1}], [{"w": [1.0]}], [{"w": [True]}], {"w": [1]}, None],
    ids=repr,
)
def test_notes_of_another_form_are_no_notes(notes: Any) -> None:
    assert Report("c", json.dumps({"status": "value", "notes": notes}).encode()).notes == []


def test_what_given_made_crosses_as_any_value_does() -> None:
    head, body = encode_value({"x": np.arange(3), "n": 2})
    arrived = decode(json.loads(head)["value"], body)
    assert identical(arrived, {"x": np.arange(3), "n": 2})
