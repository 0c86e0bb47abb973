"""Raises an exception that cannot be shown: its text, its name and its arguments call themselves without end.

Held: exception crashed
"""


class Endless(Exception):
    def __str__(self):
        return repr(self)

    def __repr__(self):
        return f"{self}{self.args!r}"

    @property
    def __traceback__(self):
        raise self

    def __getattribute__(self, name):
        if name in ("args", "add_note", "with_traceback"):
            return object.__getattribute__(self, name)
        raise self


def attack(target):
    error = Endless()
    Endless.__name__ = "Endless" * 1000
    Endless.__mro_entries__ = property(repr)
    error.args = (error, error)
    if "course" in target:
        try:
            str(error)
        except RecursionError as problem:
            return str(problem)
    raise error


def double(x):
    raise Endless from Endless()
