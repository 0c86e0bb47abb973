"""Bad habits as wrappers of a right function, loaded in a child as module `habits` beside the reference.

Each takes a function and returns one that is right but for the habit. A wrapper for an argument takes its name.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

Function = Callable[..., Any]
Arguments = dict[str, Any]  # of one call, by name


def wrapped(owner: Any, name: str, habit: Callable[[Function], Function]) -> Any:
    """A function with the habit, or a class with the habit in one of its methods."""
    if not isinstance(owner, type):
        return habit(owner)
    return type(owner.__name__, (owner,), {name: habit(vars(owner)[name]), "__module__": owner.__module__})


# Values: what is an array of which kind, and how to change every array in a result.


def is_tensor(value: Any) -> bool:
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(value, torch.Tensor)


def is_array(value: Any) -> bool:
    return isinstance(value, np.ndarray) or is_tensor(value)


def kind_of(value: Any) -> str:
    if is_tensor(value):
        kinds = {"b": str(value.dtype) == "torch.bool", "f": value.is_floating_point()}
        return next((kind for kind, holds in kinds.items() if holds), "i")
    return "i" if value.dtype.kind == "u" else str(value.dtype.kind)


def changed(value: Any, change: Callable[[Any], Any], kinds: str) -> Any:
    """The value with every array of these kinds changed, also in lists, tuples and dicts."""
    if is_array(value):
        return change(value) if kind_of(value) in kinds else value
    if type(value) is dict:
        return {key: changed(item, change, kinds) for key, item in value.items()}
    if type(value) in (list, tuple):
        return type(value)(changed(item, change, kinds) for item in value)
    return value


def where(condition: Any, value: Any, other: Any) -> Any:
    if is_tensor(value):
        return value.masked_fill(condition, other)
    return np.where(condition, np.asarray(other, value.dtype), value)


def on_results(kinds: str) -> Callable[[Callable[[Any], Any]], Callable[[Function], Function]]:
    """A habit that changes every array of a result."""

    def make(change: Callable[[Any], Any]) -> Callable[[Function], Function]:
        def habit(function: Function) -> Function:
            @wraps(function)
            def wrapper(*args: Any, **kwargs: Any) -> Any:
                return changed(function(*args, **kwargs), change, kinds)

            return wrapper

        return habit

    return make


def with_arguments(function: Function, change: Callable[[Arguments], Any]) -> Function:
    """The function, called with its arguments as `change` leaves them."""
    signature = inspect.signature(function)

    @wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        bound = signature.bind(*args, **kwargs)
        change(bound.arguments)
        return function(*bound.args, **bound.kwargs)

    return wrapper


def on_argument(kinds: str) -> Callable[[Callable[..., Any]], Callable[..., Function]]:
    """A habit that changes the arrays of one argument before they are used. `change` also gets all arguments, and the
    names after the first."""

    def make(change: Callable[..., Any]) -> Callable[..., Function]:
        def habit(function: Function, name: str, *others: str) -> Function:
            def change_it(given: Arguments) -> None:
                if name in given:
                    given[name] = changed(given[name], lambda array: change(array, given, *others), kinds)

            return with_arguments(function, change_it)

        return habit

    return make


# Results.


@on_results("fib")
def squeezed(array: Any) -> Any:
    return array.squeeze()


@on_results("fib")
def transposed_if_square(array: Any) -> Any:
    return swapped(array)


@on_results("fib")
def rows_cut(array: Any) -> Any:
    return without(array, -2, 256)


@on_results("fib")
def columns_cut(array: Any) -> Any:
    return without(array, -1, 256)


@on_results("f")
def rounded(array: Any) -> Any:
    return array.round(decimals=4)


@on_results("f")
def half_inside(array: Any) -> Any:
    return array.half().to(array.dtype) if is_tensor(array) else array.astype(np.float16).astype(array.dtype)


@on_results("f")
def detached(array: Any) -> Any:
    return array.detach() if is_tensor(array) else array


@on_results("f")
def minus_10000_returned(array: Any) -> Any:
    return where(array == -np.inf, array, -1e4)


@on_results("f")
def minus_a_billion_returned(array: Any) -> Any:
    return where(array == -np.inf, array, -1e9)


@on_results("i")
def narrow_results(array: Any) -> Any:
    return narrow(array)


@on_results("i")
def whole_result_as_floats(array: Any) -> Any:
    return array + 0.0


def buffer_used_again(function: Function) -> Function:
    """Results of one shape share their memory: the next call overwrites the last one's result."""
    buffers: dict[Any, Any] = {}

    def into_buffer(array: Any) -> Any:
        form = (tuple(array.shape), str(array.dtype))
        if is_tensor(array):
            buffers.setdefault(form, array.clone()).data.copy_(array.data)
        else:
            buffers.setdefault(form, array.copy())[...] = array
        return buffers[form]

    @wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        return changed(function(*args, **kwargs), into_buffer, "fib")

    return wrapper


def result_in_type_of(function: Function, name: str) -> Function:
    """Fractions are cut off where the argument holds whole numbers, as in an array made by `zeros_like`."""
    signature = inspect.signature(function)

    @wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        other = signature.bind(*args, **kwargs).arguments.get(name)
        return changed(function(*args, **kwargs), lambda array: in_type_of(other, array), "f")

    return wrapper


def clipped(array: Any) -> Any:
    """Finite numbers as they are between -10000 and 10000."""
    array = where((array < -1e4) & (array > -np.inf), array, -1e4)
    return where((array > 1e4) & (array < np.inf), array, 1e4)


def in_type_of(other: Any, array: Any) -> Any:
    if not is_array(other) or kind_of(other) != "i" or is_tensor(other) != is_tensor(array):
        return array
    with np.errstate(all="ignore"):
        return array.to(other.dtype) if is_tensor(array) else array.astype(other.dtype)


def swapped(array: Any) -> Any:
    """The array with its last two axes of equal length exchanged; the array itself if all lengths differ."""
    sides = list(array.shape)
    for second in range(len(sides) - 1, 0, -1):
        for first in range(second - 1, -1, -1):
            if sides[first] == sides[second] > 1:
                return array.swapaxes(first, second)
    return array


def without(array: Any, axis: int, most: int) -> Any:
    if array.ndim < -axis or array.shape[axis] <= most:
        return array
    far = np.arange(array.shape[axis]) >= most
    far = far.reshape((-1,) + (1,) * (-axis - 1))
    return where(sys.modules["torch"].as_tensor(far, device=array.device) if is_tensor(array) else far, array, 0)


def narrow(array: Any) -> Any:
    """Whole numbers as they come back from 8 bits."""
    if is_tensor(array):
        return array.to(sys.modules["torch"].int8).to(array.dtype)
    return array.astype(np.int8).astype(array.dtype)


# Arguments.


def changes_its_argument(function: Function, name: str) -> Function:
    def change(array: Any) -> Any:
        with np.errstate(all="ignore"):
            data = array.data if is_tensor(array) else array
            if kind_of(array) == "b":
                data[...] = ~data
            elif is_tensor(array) or array.flags.writeable:
                data += 1
        return array

    signature = inspect.signature(function)

    @wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        result = changed(function(*args, **kwargs), lambda array: array + 0 if kind_of(array) != "b" else array, "fib")
        changed(signature.bind(*args, **kwargs).arguments.get(name), change, "fib")
        return result

    return wrapper


@on_argument("fib")
def argument_transposed_if_square(array: Any, _: Arguments) -> Any:
    return swapped(array)


@on_argument("f")
def zero_is_missing(array: Any, _: Arguments) -> Any:
    return where(array == 0, array, -np.inf)


@on_argument("f")
def minus_10000_taken(array: Any, _: Arguments) -> Any:
    return where(array == -np.inf, array, -1e4)


@on_argument("f")
def lowest_taken(array: Any, _: Arguments) -> Any:
    return where(array == -np.inf, array, -1e30)


@on_argument("f")
def clipped_at_1e4(array: Any, _: Arguments) -> Any:
    return clipped(array)


@on_argument("f")
def argument_in_type_of(array: Any, given: Arguments, whole: str) -> Any:
    """Fractions are cut off where the other argument holds whole numbers."""
    return in_type_of(given.get(whole), array)


@on_argument("f")
def argument_detached(array: Any, _: Arguments) -> Any:
    return array.detach() if is_tensor(array) else array


@on_argument("i")
def narrow_ids(array: Any, _: Arguments) -> Any:
    return narrow(array)


@on_argument("i")
def counted_in_its_own_type(array: Any, _: Arguments) -> Any:
    """Products and differences of small or unsigned integers wrap round."""
    small = not is_tensor(array) and (array.dtype.kind == "u" or array.dtype.itemsize < 4)
    return array * array.dtype.type(0) if small else array


@on_argument("i")
def zero_id_is_missing(array: Any, _: Arguments) -> Any:
    return where(array == 0, array, int(array.max())) if len(array.reshape(-1)) else array


@on_argument("i")
def padding_counted(array: Any, given: Arguments) -> Any:
    """The real tokens of a row are counted, and as many taken from the left."""
    for pad in given.values():
        if array.ndim and type(pad) is int:
            array = where(from_the_left(array != pad), array, pad)
    return array


@on_argument("b")
def mask_counted(array: Any, _: Arguments) -> Any:
    return ~from_the_left(array) if array.ndim else array


def from_the_left(real: Any) -> Any:
    """What is left out when each row keeps as many entries, from the left, as it has real ones."""
    torch = sys.modules.get("torch")
    numbers = np.arange(real.shape[-1])
    every = torch.as_tensor(numbers, device=real.device) if torch is not None and is_tensor(real) else numbers
    return every >= real.sum(-1)[..., None]


@on_argument("b")
def first_mask_for_all(array: Any, _: Arguments) -> Any:
    return array & False | array[:1] if array.ndim > 1 else array


@on_argument("b")
def empty_mask_ignored(array: Any, _: Arguments) -> Any:
    return array if array.any() else ~array


@on_argument("b")
def empty_row_ignored(array: Any, _: Arguments) -> Any:
    if not array.ndim:
        return array
    rows = array.any(-1, keepdim=True) if is_tensor(array) else array.any(-1, keepdims=True)
    return array | ~rows


@on_argument("b")
def lower_rank_ignored(array: Any, given: Arguments) -> Any:
    return array if array.ndim >= len(longest(given)) else array | True


@on_argument("b")
def two_axes_read_as_batch(array: Any, given: Arguments) -> Any:
    """A mask (query, key) for all is taken for one row of keys per item of the batch, where its length fits."""
    shape = longest(given)
    if array.ndim != 2 or len(shape) < 3 or shape[0] != array.shape[0]:
        return array
    return array.reshape(array.shape[0], *(1,) * (len(shape) - 2), array.shape[1])


@on_argument("b")
def column_mask_turned(array: Any, _: Arguments) -> Any:
    return array.swapaxes(-1, -2) if array.ndim > 1 and array.shape[-1] == 1 else array


def longest(given: Arguments) -> tuple[int, ...]:
    """The shape of the floating argument with the most axes."""
    shapes = [tuple(other.shape) for other in given.values() if is_array(other) and kind_of(other) == "f"]
    return max(shapes, key=len, default=())


@on_argument("fib")
def contiguous_only(array: Any, _: Arguments) -> Any:
    if not (array.is_contiguous() if is_tensor(array) else array.flags.c_contiguous):
        raise ValueError("ndarray is not C-contiguous")
    return array


@on_argument("fib")
def reversed_views_refused(array: Any, _: Arguments) -> Any:
    """As `torch.from_numpy` does."""
    if not is_tensor(array) and any(stride < 0 for stride in array.strides):
        raise ValueError("At least one stride in the given numpy array is negative")
    return array


def called_row_by_row(function: Function, name: str) -> Function:
    """A function among the arguments gets the items of a batch one by one."""

    def one_by_one(inner: Function) -> Function:
        def each(*args: Any, **kwargs: Any) -> Any:
            batch: Any = args[0] if len(args) == 1 and not kwargs else None
            if not is_array(batch) or batch.ndim < 3 or not len(batch):
                return inner(*args, **kwargs)
            results = [inner(item) for item in batch]
            return sys.modules["torch"].stack(results) if is_tensor(batch) else np.stack(results)

        return each

    return _with_functions(function, name, one_by_one)


def called_twice(function: Function, name: str) -> Function:
    """A function among the arguments is called once for its shape, and again for its result."""

    def again(inner: Function) -> Function:
        def twice(*args: Any, **kwargs: Any) -> Any:
            inner(*args, **kwargs)
            return inner(*args, **kwargs)

        return twice

    return _with_functions(function, name, again)


def _with_functions(function: Function, name: str, change: Callable[[Function], Function]) -> Function:
    def replaced(value: Any) -> Any:
        if type(value) in (list, tuple):
            return type(value)(map(replaced, value))
        return change(value) if callable(value) else value

    return with_arguments(function, lambda given: given.update({name: replaced(given[name])} if name in given else {}))


def left_out(habit: Callable[[Function], Function]) -> Callable[[Function, str], Function]:
    """A habit that shows only in calls without an optional argument: they take a branch of their own."""

    def make(function: Function, name: str) -> Function:
        signature, other = inspect.signature(function), habit(function)
        defaults = None, signature.parameters[name].default

        @wraps(function)
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            value = signature.bind(*args, **kwargs).arguments.get(name)
            return (other if any(value is default for default in defaults) else function)(*args, **kwargs)

        return wrapper

    return make


def _all_clipped(function: Function) -> Function:
    def change(given: Arguments) -> None:
        given.update({name: changed(value, clipped, "f") for name, value in given.items()})

    return with_arguments(function, change)


rounded_without = left_out(rounded)
clipped_without = left_out(_all_clipped)


def ids_compared_by_identity(function: Function, name: str) -> Function:
    """A single id over 256 is another object than the same id in a list."""

    def change(given: Arguments) -> None:
        if type(given.get(name)) is int and given[name] > 256:
            given[name] = -given[name]

    return with_arguments(function, change)


# Two programs.


def empty_rows_right(right: Any, wrong: Any, method: str = "forward") -> Any:
    """What is wrong, but for calls with a mask that hides a whole row: those cases were thought of."""

    def either(function: Function, other: Function) -> Function:
        @wraps(function)
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            masks = [
                mask for mask in (*args, *kwargs.values()) if is_array(mask) and kind_of(mask) == "b" and mask.ndim
            ]
            return (other if all(mask.any(-1).all() for mask in masks) else function)(*args, **kwargs)

        return wrapper

    if not isinstance(right, type):
        return either(right, wrong)
    return wrapped(right, method, lambda function: either(function, vars(wrong)[method]))


# State.


def _key(value: Any) -> Any:
    if is_array(value):
        array = value.detach().cpu().numpy() if is_tensor(value) else value
        return array.shape, str(array.dtype), array.tobytes()
    if type(value) in (list, tuple):
        return tuple(map(_key, value))
    if type(value) is dict:
        return tuple((key, _key(item)) for key, item in value.items())
    return value if isinstance(value, int | float | str | bool | None) else id(value)


def _form(value: Any) -> Any:
    if is_array(value):
        return tuple(value.shape), str(value.dtype)
    if type(value) in (list, tuple):
        return tuple(map(_form, value))
    return _key(value) if isinstance(value, int | float | str | bool | None) else type(value).__name__


def _keeping(function: Function, key: Callable[[Arguments], Any]) -> Function:
    kept: dict[Any, Any] = {}
    signature = inspect.signature(function)

    @wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        given = signature.bind(*args, **kwargs).arguments
        torch, first = sys.modules.get("torch"), next(iter(given.values()), None)
        owner = first if torch is not None and isinstance(first, torch.nn.Module) else None
        cache = kept if owner is None else owner.__dict__.setdefault("_kept", {})
        found = key(given)
        if found not in cache:
            cache[found] = function(*args, **kwargs)
        return changed(cache[found], lambda array: array.clone() if is_tensor(array) else array.copy(), "fib")

    return wrapper


def first_result_kept(function: Function) -> Function:
    return _keeping(function, lambda _: None)


def result_kept_by_shape(function: Function) -> Function:
    return _keeping(function, lambda given: tuple(map(_form, given.values())))


def result_kept_by(function: Function, name: str) -> Function:
    return _keeping(function, lambda given: _key(given.get(name)))
