"""The weights of a few scores at several temperatures."""

import numpy as np

EXAMPLE = "cat=3 dog=2 car=-1"
DEGREES = (0.25, 0.5, 1.0, 2.0, 8.0)
MOST = 8


def run(impl, rng, given):
    """What to show: texts and drawings, in order."""
    names, scores, degrees = [], [], []
    for word in given["text"].split():
        name, _, value = word.rpartition("=")
        number = finite(value)
        if number is None or (name == "T" and number <= 0):
            return f"'{word}' is no score; type scores such as 2.5 or cat=2.5, and temperatures above 0 such as T=0.5"
        if name == "T":
            degrees.append(number)
        else:
            names.append(name or value)
            scores.append(number)
    if not 2 <= len(scores) <= MOST or len(degrees) > MOST:
        return f"type from 2 to {MOST} scores and at most {MOST} temperatures, such as: {EXAMPLE} T=1 T=2"
    degrees = degrees or DEGREES
    rows = [np.asarray(impl.softmax_with_temperature(np.array(scores), degree), float) for degree in degrees]
    best = " and ".join(name for name, score in zip(names, scores, strict=True) if score == max(scores))
    return [
        "scores: " + ", ".join(f"{name} {score:g}" for name, score in zip(names, scores, strict=True)),
        {
            "title": "softmax_with_temperature",
            "axes": ("temperature", "score"),
            "rows": [f"T = {degree:g}" for degree in degrees],
            "columns": names,
            "values": rows,
        },
        f"The colder, the more of the weight goes to {best}; the hotter, the more equal the weights.",
    ]


def finite(text):
    """The number that a text is, None if it is no finite one."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if np.isfinite(number) else None
