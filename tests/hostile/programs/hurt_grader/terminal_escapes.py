"""Puts what a terminal, a web page and a spreadsheet obey into its message, its names and its prints.

Held: exception
"""

ESCAPES = '\x1b[2J\x1b]0;owned\x07\x1b[31m\x9b1;31m\r\x08\u202e\u2028=HYPERLINK("x")<script>alert(1)</script>\x00'


def attack(target):
    name = ESCAPES.replace("\0", "")  # a type's name may hold all but this
    kind = type(f"Error{name}", (Exception,), {"__module__": name, "__qualname__": name})
    error = kind(ESCAPES)
    error.add_note(ESCAPES)
    if "course" in target:
        print(f"{type(error).__name__}: {error}")  # a grader that shows what it is told
        return "the screen is cleared"
    print(ESCAPES)
    raise error


attack.__name__ = attack.__qualname__ = ESCAPES
attack.__code__ = attack.__code__.replace(co_name=ESCAPES, co_qualname=ESCAPES)


def double(x):
    return {ESCAPES: ESCAPES, "\ud800": ESCAPES}
