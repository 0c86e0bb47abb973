"""The sequential steps of the recurrent layer are one fewer than the words.

The first word takes a step too, from h_0 to h_1. Only the longest path, from h_1 to h_T, is one shorter.
"""


def costs(layer, length):
    if layer == "recurrent":
        return {"sequential_steps": length - 1, "longest_path": length - 1, "comparisons": length}
    return {"sequential_steps": 1, "longest_path": 1, "comparisons": length**2}
