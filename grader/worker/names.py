"""What the names in a source stand for, as far as it can be told without running it. For `plain`."""

from __future__ import annotations

import ast
import builtins

from grader.worker.harmless import BUILTINS, GUARDED, HINTED_BUILTINS, HINTS, KINDS, METHODS, NAMES, OF_FUNCTIONS

_WITH_POWERS = frozenset(dir(builtins)) - BUILTINS
_HINTING = {ast.Subscript, ast.Tuple, ast.List, ast.BinOp, ast.Constant}


class Names:
    """Collects them while the source is read; only at its end can they be judged.

    One that is bound anywhere may be read anywhere.
    """

    def __init__(self, own: frozenset[str]) -> None:
        self._own = own
        self._modules: dict[str, str] = {}  # by the name that they are imported under
        self._bound: set[str] = set()  # names of anything else
        self._mixed: set[str] = set()  # those of which nothing more is known
        self._made: set[tuple[str, str]] = set()  # and what the others are
        self.needed: set[tuple[str, str]] = set()  # what they have to be
        self.read: set[str] = set()
        self.called: set[str] = set()  # read just for that
        self.meant: set[str] = set()  # must be the builtins that they seem
        self.paths: set[tuple[str, str]] = set()  # a name and what is read of it, `linalg.norm` of `np`
        self._for_calls: set[str] = set()
        self._for_hints: set[str] = set()
        self._hinted: set[str] = set()
        self._hinted_paths: set[tuple[str, str]] = set()

    def bind(self, name: str | None) -> bool:
        if name is not None:
            self._bound.add(name)
            self._mixed.add(name)
        return True

    def make(self, name: str, made: str) -> bool:
        """Bind to something that is worth knowing: `out = np.zeros(3)` makes `out` filled."""
        self._bound.add(name)
        self._made.add((name, made))
        return True

    def keep(self, name: str) -> None:
        """Bind once more to what it was."""
        self._bound.add(name)

    def bind_hints(self, names: list[str]) -> bool:
        self._for_hints.update(names)
        return True

    def hint(self, hint: ast.expr | None) -> bool:
        """Look at a type hint. At the top it is evaluated: what it binds or makes would stay."""
        todo = [hint] if hint is not None else []
        while todo:
            node = todo.pop()
            if isinstance(node, ast.Name):
                self._hinted.add(node.id)
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                self._hinted_paths.add((node.value.id, node.attr))
            elif type(node) in _HINTING:
                todo += [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)]
            else:
                return False
        return True

    def use(self, name: str, module: str) -> bool:
        """Import a module. It is no value, only there to take from, and its name stands for nothing else."""
        return module in NAMES and self._modules.setdefault(name, module) == module

    def take(self, item: ast.alias, module: str) -> bool:
        """Import something from a module."""
        name = item.asname or item.name
        if module in self._own:
            return item.name != "*" and not item.name.startswith("__") and self.bind(name)
        if self.use(name, f"{module}.{item.name}"):
            return True
        if item.name in HINTS.get(module, ()):
            return self.bind_hints([name])
        if item.name == "Counter":
            self._for_calls.add(name)
        elif (item.name in GUARDED and module == "numpy") or item.name not in NAMES.get(module, ()):
            return False
        if item.name in KINDS or item.name == "defaultdict":
            return self.make(name, "kind" if item.name in KINDS else item.name)
        return self.bind(name)

    def are_known(self) -> bool:
        """None may be that of a builtin with powers, which the same name would mean where it is not bound."""
        modules, bound = self._modules.keys(), self._bound | self._for_hints
        values = self.read | {name for name, _ in self.paths if name not in modules}
        read = values | self.called
        return (
            not (
                any(name.startswith("__") for name in bound | read | self._hinted | modules)
                or (bound | modules) & (_WITH_POWERS | self.meant)
                or modules & (bound | read | self._hinted)
                or self._for_hints & (self._bound | read)
                or self._for_calls & values
                or read - bound - BUILTINS
                or self._hinted - bound - BUILTINS - HINTED_BUILTINS
            )
            and self._lead_to_known_values()
        )

    def _lead_to_known_values(self) -> bool:
        return (
            all(self._is_known_path(name, path) for name, path in self.paths)
            and all(self._is_known_hint(name, path) for name, path in self._hinted_paths)
            and all(need in self._made and need[0] not in self._mixed for need in self.needed)
        )

    def _is_known_path(self, name: str, path: str) -> bool:
        module = self._modules.get(name)
        if module is None:
            return METHODS.issuperset(path.split("."))
        first, _, rest = path.partition(".")
        return path in NAMES[module] or (first in NAMES[module] and rest in OF_FUNCTIONS)

    def _is_known_hint(self, name: str, path: str) -> bool:
        module = self._modules.get(name, "")
        return path in NAMES.get(module, ()) or path in HINTS.get(module, ())
