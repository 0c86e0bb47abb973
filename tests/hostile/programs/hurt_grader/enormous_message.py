"""Raises an exception with a message of fifty megabytes, a long chain of causes and a thousand notes.

Held: exception
"""


class Lying(str):
    def __getitem__(self, _):
        return self

    def __len__(self):
        return 3

    def encode(self, *_):
        return self


class Loud(Exception):
    def __str__(self):
        return Lying("!" * 50_000_000)


def attack(target):
    error = Loud("!")
    for _ in range(1000):
        error.add_note("!" * 1000)
        error = error.with_traceback(None)
    cause = error
    for _ in range(5000):
        cause.__cause__ = Loud("?")
        cause = cause.__cause__
    if "course" in target:
        naive = str(error)
        return f"a message of {str.__len__(naive)} characters" if str.__len__(naive) > 10_000_000 else None
    raise error
