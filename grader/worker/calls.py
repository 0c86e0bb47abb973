"""What a check's calls do to their arguments. Runs in the child, around every call of the implementation that a check
makes, never around the calls it makes itself. What is noted here is evidence for messages and for a few points: code
under test could forge it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import wraps
from types import FunctionType, ModuleType
from typing import Any

FILE = __file__
MOST = 100  # calls, or notes of one kind, that are kept of one check
LITERAL_SIZE = 64  # numbers of an array that is written out
_MOST_NAMES = 20
_DEPTH = 4  # of lists in lists
_SCALARS = (int, float, str, bool, complex, type(None))


class Calls:
    """Watches the calls of one check.

    `changed`: function and parameter whose argument was changed, before it was set back. `echoed`: the same of a
    result that equals an argument. `modules`: what a call left of a torch module among its arguments. `made`: every
    call with its arguments, if `record`.
    """

    def __init__(self, module: ModuleType, record: bool) -> None:
        self.changed: list[list[str]] = []
        self.echoed: list[list[str]] = []
        self.modules: list[dict[str, Any]] = []
        self.made: list[dict[str, Any]] = []
        self.implementation = _Watched(module, self)
        self._record = record
        self._inside = False  # a call from a check is under way: what that calls is its own business

    def notes(self) -> dict[str, Any]:
        """Everything, without what is empty."""
        found: dict[str, list[Any]] = {
            "changed": self.changed,
            "echoed": self.echoed,
            "modules": self.modules,
            "calls": self.made,
        }
        return {name: notes[:MOST] for name, notes in found.items() if notes}

    def watched(self, function: Callable[..., Any], name: str, method: bool = False) -> Callable[..., Any]:
        """Return a function that does what this one does, and notes what it does to its arguments."""

        @wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            if self._inside:
                return function(*args, **kwargs)
            call = _Call(function, name, args, kwargs, method)
            if self._record:
                self.made.append(call.described())
            self._inside = True
            try:
                result = function(*args, **kwargs)
            except BaseException:
                self._take_back(call, None)
                raise
            finally:
                self._inside = False
            result = self._take_back(call, result)
            with suppress(Exception):
                self.echoed += call.echoes(result)
            if self._record:
                with suppress(Exception):
                    self.made[-1]["result"] = [*_parts(result)]
            return result

        call.__watched__ = function  # type: ignore[attr-defined]  # so that a method is not watched twice
        return call

    def _take_back(self, call: _Call, result: Any) -> Any:
        """Note what the call changed, set it back, and return the result with copies of what shared its memory."""
        changed = call.changed()
        if changed:
            self.changed += [[call.name, call.parameter(key)] for key in dict.fromkeys(key for key, _ in changed)]
            with suppress(Exception):
                result = _apart(result, [taken for _, taken in changed])
            for _, taken in changed:
                with suppress(Exception):
                    taken.restore()
        with suppress(Exception):
            self.modules += call.modules_left()
        return result


class _Watched:
    """The implementation as a check sees it: functions and methods of torch modules are watched."""

    def __init__(self, module: ModuleType, calls: Calls) -> None:
        vars(self).update(_module=module, _calls=calls)

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._module, name)
        if isinstance(value, FunctionType):
            return self._calls.watched(value, name)
        torch = sys.modules.get("torch")
        if torch is not None and isinstance(value, type) and issubclass(value, torch.nn.Module):
            for method, function in list(vars(value).items()):
                if isinstance(function, FunctionType) and not method.startswith("_"):
                    function = getattr(function, "__watched__", function)
                    label = name if method == "forward" else f"{name}.{method}"
                    setattr(value, method, self._calls.watched(function, label, method=True))
        return value

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self._module, name, value)


class _Call:
    """One call: its arguments before it."""

    def __init__(
        self, function: Callable[..., Any], name: str, args: tuple[Any, ...], kwargs: dict[str, Any], method: bool
    ) -> None:
        self.name = name
        self._function = function
        self._named: list[tuple[int | str, Any]] = [*enumerate(args), *kwargs.items()]
        del self._named[: int(method)]  # not self
        self._before: list[tuple[int | str, _Taken]] = []
        for key, value in self._named:
            with suppress(Exception):
                self._before += [(key, taken) for taken in _snapshots(value)]
        self._modules = []
        if torch := sys.modules.get("torch"):
            modules = [(key, value) for key, value in self._named if isinstance(value, torch.nn.Module)]
            self._modules = [(k, m, {name: p.detach().clone() for name, p in _on_cpu(m)}) for k, m in modules]

    def changed(self) -> list[tuple[int | str, _Taken]]:
        """Return what is not as it was before."""
        found = []
        for key, taken in self._before:
            with suppress(Exception):
                if taken.is_changed():
                    found.append((key, taken))
        return found

    def parameter(self, key: int | str) -> str:
        """Return the name of a parameter, given its position or name."""
        import inspect

        if isinstance(key, str):
            return key[:60]
        with suppress(Exception):
            return str(list(inspect.signature(self._function).parameters)[key])[:60]
        return f"argument {key + 1}"

    def echoes(self, result: Any) -> list[list[str]]:
        """Return the arguments that the result equals."""
        return [[self.name, self.parameter(key)] for key, value in self._named if _equals(result, value)]

    def modules_left(self) -> list[dict[str, Any]]:
        """Return what the call left of the torch modules among its arguments."""
        return [
            {"function": self.name, "parameter": self.parameter(key), **_left(module, before)}
            for key, module, before in self._modules
        ]

    def described(self) -> dict[str, Any]:
        """Return function and arguments as author's rules and messages need them."""
        found = {}
        for key, value in self._named:
            with suppress(Exception):
                found[self.parameter(key)] = {"parts": [*_parts(value)], "text": _literal(value)}
        return {"function": self.name, "arguments": found}


class _Taken:
    """One mutable argument, or one inside it, and its content before the call."""

    def __init__(self, value: Any, content: Any) -> None:
        self.value = value
        self.content = content

    def is_changed(self) -> bool:
        return not (len(self.value) == len(self.content) and all(map(_is_same, _flat(self.value), _flat(self.content))))

    def restore(self) -> None:
        self.value.clear()
        getattr(self.value, "extend" if isinstance(self.value, list) else "update")(self.content)


class _TakenArray(_Taken):
    """One numpy array."""

    def is_changed(self) -> bool:
        numpy = sys.modules["numpy"]
        if self.value.shape != self.content.shape or self.value.dtype != self.content.dtype:
            return True
        if self.value.dtype.hasobject:
            return not all(map(_is_same, self.value.ravel().tolist(), self.content.ravel().tolist()))
        alike = self.value.tobytes() == self.content.tobytes()
        return not (alike or numpy.array_equal(self.value, self.content, equal_nan=self.value.dtype.kind in "fc"))

    def restore(self) -> None:
        if self.value.shape != self.content.shape:
            self.value.shape = self.content.shape
        self.value[...] = self.content

    def shares_memory(self, other: Any) -> bool:
        return bool(_is_array(other) and sys.modules["numpy"].may_share_memory(self.value, other))


class _TakenTensor(_Taken):
    """One torch tensor. On a device only the count of its changes is read: comparing would make the host wait."""

    def __init__(self, value: Any) -> None:
        super().__init__(value, value.detach().clone())
        self._version = value._version

    def is_changed(self) -> bool:
        if self.value.device.type != "cpu":
            return bool(self.value._version != self._version)
        torch = sys.modules["torch"]
        same = self.value.shape == self.content.shape and self.value.dtype == self.content.dtype
        return not (same and torch.equal(self.value.nan_to_num(), self.content.nan_to_num()))

    def restore(self) -> None:
        self.value.data.copy_(self.content)

    def shares_memory(self, other: Any) -> bool:
        mine = self.value.untyped_storage().data_ptr()
        return _is_tensor(other) and bool(other.untyped_storage().data_ptr() == mine)


def _snapshots(value: Any, depth: int = 0) -> Iterator[_Taken]:
    """Yield every array, tensor, list and dict in an argument, as it is now."""
    if _is_array(value):
        yield _TakenArray(value, value.copy())
    elif _is_tensor(value):
        yield _TakenTensor(value)
    elif type(value) in (list, dict, tuple) and depth < _DEPTH:
        if type(value) is not tuple:
            yield _Taken(value, value.copy())
        for item in value.values() if type(value) is dict else value:
            if type(item) not in _SCALARS:
                yield from _snapshots(item, depth + 1)


def _flat(container: Any) -> Iterator[Any]:
    return (part for pair in container.items() for part in pair) if isinstance(container, dict) else iter(container)


def _is_same(one: Any, other: Any) -> bool:
    return one is other or (type(one) in _SCALARS and type(one) is type(other) and (one == other or one != one))


def _apart(result: Any, changed: list[_Taken], depth: int = 0) -> Any:
    """Return the result with copies of what shares memory with a changed argument, which will be set back."""
    if _is_array(result) or _is_tensor(result):
        shared = any(isinstance(t, _TakenArray | _TakenTensor) and t.shares_memory(result) for t in changed)
        return (result.copy() if _is_array(result) else result.clone()) if shared else result
    if type(result) in (list, tuple, dict) and depth < _DEPTH:
        if type(result) is dict:
            return {key: _apart(item, changed, depth + 1) for key, item in result.items()}
        return type(result)(_apart(item, changed, depth + 1) for item in result)
    return result


def _is_array(value: Any) -> bool:
    return isinstance(value, sys.modules["numpy"].ndarray)


def _is_tensor(value: Any) -> bool:
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(value, torch.Tensor)


def _equals(result: Any, value: Any) -> bool:
    """Return whether a result is an array with the numbers of this argument."""
    if result is value:
        return _is_array(value) or _is_tensor(value)
    if type(result) is not type(value) or not _is_array(value) or result.size < 2 or value.dtype.hasobject:
        return False
    return bool(result.shape == value.shape and result.dtype == value.dtype and result.tobytes() == value.tobytes())


def _on_cpu(module: Any) -> Iterator[tuple[str, Any]]:
    """Yield the parameters that can be looked at without making the host wait."""
    return ((name, p) for name, p in module.named_parameters() if p.device.type == "cpu" and p.numel() < 1 << 20)


def _left(module: Any, before: dict[str, Any]) -> dict[str, Any]:
    """Return what a call left of a module: parameters without a gradient, unchanged ones, submodules in eval mode."""
    torch: Any = sys.modules["torch"]
    now = {name: parameter for name, parameter in _on_cpu(module) if name in before}
    return {
        "unchanged": [name for name, p in now.items() if torch.equal(p.detach(), before[name])][:_MOST_NAMES],
        "without_gradient": [name for name, p in now.items() if p.grad is None][:_MOST_NAMES],
        "parameters": len(now),
        "eval": [name or "the model" for name, part in module.named_modules() if not part.training][:_MOST_NAMES],
        "modules": sum(1 for _ in module.modules()),
    }


def _parts(value: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    """Yield what an author's rules ask of each array or number in a value."""
    if type(value) in (list, tuple, dict) and depth < _DEPTH:
        for item in list(value.values() if type(value) is dict else value)[:MOST]:
            yield from _parts(item, depth + 1)
    elif _is_array(value) or _is_tensor(value):
        yield _array(value)
    elif type(value) in (int, float):
        kind = "i" if type(value) is int else "f"
        yield {"kind": kind, "scalar": True, "shape": [], "values": [_text(value)]}
    elif callable(value) and not isinstance(value, type) and not hasattr(value, "state_dict"):
        yield {"kind": "callable", "shape": []}


def _array(value: Any) -> dict[str, Any]:
    numpy = sys.modules["numpy"]
    tensor = _is_tensor(value)
    contiguous = bool(value.is_contiguous() if tensor else value.flags.c_contiguous)
    array = value.detach().cpu().numpy() if tensor else value
    kind, found = array.dtype.kind, {"contiguous": contiguous, "tensor": tensor, "shape": list(array.shape)}
    found |= {"kind": "i" if kind == "u" else kind, "itemsize": array.dtype.itemsize}
    if array.size and kind == "b":
        rows = array.any(axis=-1) if array.ndim else array
        found |= {"none": not array.any(), "empty_row": bool(array.ndim and not numpy.all(rows)), "all": array.all()}
    elif array.size and kind in "fiu":
        finite = array[numpy.isfinite(array)] if kind == "f" else array
        found |= {"zero": (array == 0).any(), "hidden": kind == "f" and numpy.isneginf(array).any()}
        found |= {"largest": float(numpy.abs(finite).max(initial=0)), "fractions": (finite != finite.round()).any()}
    if array.size <= LITERAL_SIZE and kind in "fiub":
        found["values"] = [_text(item) for item in array.ravel().tolist()]
    return {name: bool(item) if isinstance(item, numpy.bool_) else item for name, item in found.items()}


def _text(number: float) -> str:
    """Return a number as text: JSON has neither NaN nor infinity."""
    return repr(number)


def _literal(value: Any, depth: int = 0) -> str:
    """Return a value as Python would build it again; "" if it is large, or no literal can say it."""
    if type(value) in _SCALARS:
        text = repr(value)
        return f'float("{text}")' if text in ("nan", "inf", "-inf") else text
    if (_is_array(value) or _is_tensor(value)) and value.dtype != object:
        numbers = (value.detach().cpu().numpy() if _is_tensor(value) else value).tolist()
        if (value.numel() if _is_tensor(value) else value.size) > LITERAL_SIZE or not depth < _DEPTH:
            return ""
        make = "torch.tensor" if _is_tensor(value) else "np.array"
        text = repr(numbers).replace("inf", "np.inf").replace("nan", "np.nan")
        kind = "" if str(value.dtype).rpartition(".")[2] in ("float64", "int64", "bool") else f", dtype={_dtype(value)}"
        return f"{make}({text}{kind})"
    if type(value) in (list, tuple) and depth < _DEPTH and len(value) <= LITERAL_SIZE:
        items = [_literal(item, depth + 1) for item in value]
        if all(items):
            inner = ", ".join(items)
            return f"[{inner}]" if type(value) is list else f"({inner}{',' if len(items) == 1 else ''})"
    if type(value) is dict and depth < _DEPTH and len(value) <= LITERAL_SIZE:
        pairs = [(_literal(key, depth + 1), _literal(item, depth + 1)) for key, item in value.items()]
        if all(key and item for key, item in pairs):
            return "{" + ", ".join(f"{key}: {item}" for key, item in pairs) + "}"
    return ""


def _dtype(value: Any) -> str:
    return str(value.dtype) if _is_tensor(value) else f"np.{value.dtype}"
