"""Returns and raises texts that cannot be written as UTF-8, with zero bytes and marks that turn lines around.

Held: exception
"""

TEXT = "\ud800\udfff\x00\u202e\ufeff\U0010ffff\udc80" * 50


def attack(target):
    if "course" in target:
        try:
            TEXT.encode()
        except UnicodeEncodeError as problem:
            return f"a grader that writes a report fell over: {problem.reason}"
    print(TEXT)
    raise ValueError(TEXT) from KeyError(TEXT)


def double(x):
    return [TEXT, {TEXT: TEXT, TEXT + "a": (TEXT,)}, type(TEXT, (), {})()] if len(x) == 7 else TEXT
