"""The patterns over a text of any length up to 32, and what they save."""

import numpy as np

EXAMPLE = "16 window=1 global=0 random=1"
MOST = 32


def run(impl, rng, given):
    """What to show: texts and drawings, in order."""
    length, *options = given["text"].split()
    known = dict(option.partition("=")[::2] for option in options)
    tokens = known.get("global", "").split(",") if known.get("global") else []
    counts = [known.get("window", "1"), known.get("random", "1")]
    whole = all(number.isdecimal() and len(number) < 4 for number in (length, *tokens, *counts))
    if not whole or {*known} - {"window", "global", "random"}:
        return f"type a length and, if you like, the patterns, such as: {EXAMPLE}; several global tokens: global=0,5"
    length, tokens, (radius, drawn) = int(length), [int(token) for token in tokens], map(int, counts)
    if not 2 <= length <= MOST or any(token >= length for token in tokens) or drawn > length:
        return f"the length must be from 2 to {MOST}, global tokens and random keys within it"
    chosen = np.random.RandomState(0).randint(0, length, (length, drawn))
    kinds = {
        "window_pattern": impl.window_pattern(length, radius),
        "global_pattern": impl.global_pattern(length, tokens),
        "random_pattern": impl.random_pattern(length, chosen),
    }
    kinds["union"] = impl.union([np.asarray(keep, bool) for keep in kinds.values()])
    labels = [str(at) if at % 4 == 0 else "" for at in range(length)]
    panels = [
        {"title": name, "rows": labels, "columns": labels, "values": np.asarray(keep, float)}
        for name, keep in kinds.items()
    ]
    work = {name: impl.multiplications(np.asarray(keep, bool), 64, 64) for name, keep in kinds.items()}
    dense = impl.multiplications(np.ones((length, length), bool), 64, 64)
    return [
        {"title": f"{length} tokens", "axes": ("query", "key"), "pattern": True, "panels": panels},
        "multiplications with d_k = d_v = 64: "
        + ", ".join(f"{name} {count:,}" for name, count in work.items())
        + f"; dense {dense:,}. That is {work['union'] / dense:.0%} of dense; the longer the text, the less.",
    ]
