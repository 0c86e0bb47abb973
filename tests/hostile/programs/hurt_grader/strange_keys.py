"""Returns dicts whose keys cannot be keys elsewhere, are equal to others, or change their hash; and a dict that is deep.

Held: wrong_type output_too_large
"""

import json
import math

import numpy as np


class Fickle:
    count = 0

    def __hash__(self):
        Fickle.count += 1
        return Fickle.count

    def __eq__(self, other):
        return True

    def __lt__(self, other):
        raise ValueError


class Unreadable(str):
    def __hash__(self):
        return 1

    def __eq__(self, other):
        return False

    def __str__(self):
        raise KeyError(self)


def attack(target):
    keys = [
        Fickle(),
        Fickle(),
        math.nan,
        float("nan"),
        (),
        ((1, 2), (3, (4, None))),
        None,
        True,
        1.5,
        b"bytes",
        2**600,
        1j,
    ]
    keys += [
        Unreadable("got"),
        Unreadable("got"),
        frozenset({1}),
        np.float64(2),
        np.str_("text"),
        Ellipsis,
        int,
        "\ud800",
        "",
    ]
    strange = {key: {key: "x"} for key in keys}
    if "course" in target:
        try:
            return json.dumps(strange, sort_keys=True)
        except (TypeError, ValueError) as problem:
            return f"a grader that writes JSON fell over: {problem}"
    strange["got"] = strange[1.5]
    return strange


def double(x):
    return {Unreadable("a"): x, Unreadable("a"): x}
