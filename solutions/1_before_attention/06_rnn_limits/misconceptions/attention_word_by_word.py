"""Attention is assumed to go through the sentence word by word.

No query waits for another one: all are computed at once, in one step, however long the sentence is.
"""


def costs(layer, length):
    if layer == "recurrent":
        return {"sequential_steps": length, "longest_path": length - 1, "comparisons": length}
    return {"sequential_steps": length, "longest_path": 1, "comparisons": length**2}
