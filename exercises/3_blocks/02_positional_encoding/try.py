"""The codes of positions as a heat map, and how alike any two of them are."""

import numpy as np

EXAMPLE = "24 32"
MOST = 32


def run(impl, rng, given):
    """What to show: texts and drawings, in order."""
    sizes = given["text"].split()
    if len(sizes) != 2 or not all(size.isdecimal() and len(size) < 4 and 2 <= int(size) <= MOST for size in sizes):
        return f"type a length and a d_model, both from 2 to {MOST}, such as: {EXAMPLE}"
    length, d_model = map(int, sizes)
    table = np.asarray(impl.positional_encoding(length, d_model), float)
    positions = [str(at) if at % 4 == 0 else "" for at in range(length)]
    features = [str(at) if at % 4 == 0 else "" for at in range(d_model)]
    alike = table @ table.T / np.maximum(np.sum(table**2, axis=-1), 1e-9)
    return [
        "Each row is the code of one position. Fast waves are on the left, slow ones on the right.",
        {
            "title": f"positional_encoding({length}, {d_model})",
            "axes": ("position", "dimension"),
            "rows": positions,
            "columns": features,
            "values": table,
        },
        "How alike two positions are, by the dot product of their codes: it depends on their distance alone, and falls "
        "with it at first.",
        {
            "title": "dot products of the codes, 1 on the diagonal",
            "axes": ("position", "position"),
            "rows": positions,
            "columns": positions,
            "values": alike,
        },
    ]
