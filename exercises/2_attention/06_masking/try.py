"""The masks of a sentence, and what they leave of equal scores and of scores by distance."""

import numpy as np

EXAMPLE = "I am fine <pad> <pad>"
MOST = 8


def run(impl, rng, given):
    """What to show: texts and drawings, in order."""
    words = given["text"].split()
    if len(words) > MOST or "<pad>" in words[:1]:
        return f"type up to {MOST} words, the first of them not <pad>, such as: {EXAMPLE}"
    length, real = len(words), np.array([[word != "<pad>" for word in words]])
    ahead = np.asarray(impl.look_ahead_mask(length))
    padding = impl.padding_mask(np.where(real, 1, 0), 0)
    keep = np.broadcast_to(np.asarray(impl.combine(ahead, padding)), (1, length, length))[0]
    nearest = -0.5 * np.abs(np.subtract.outer(np.arange(length), np.arange(length)))
    weights = np.asarray(impl.masked_softmax(nearest, keep))
    labels = {"rows": words, "columns": words}
    return [
        "Rows are queries, columns are keys. The mask keeps what is neither later nor <pad>:",
        {"title": "combine(look_ahead, padding)", "pattern": True, "values": keep.astype(float), **labels},
        "Scores that fall by .5 with each word of distance, as weights:",
        {"title": "masked_softmax(scores, keep)", "values": weights, **labels},
    ]
