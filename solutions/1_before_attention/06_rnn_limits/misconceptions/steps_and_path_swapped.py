"""The sequential steps and the longest path of the recurrent layer are swapped.

Every word takes a step, including the first, from h_0 to h_1: length steps. From h_1 to h_T there is one fewer.
"""


def costs(layer, length):
    if layer == "recurrent":
        return {"sequential_steps": length - 1, "longest_path": length, "comparisons": length}
    return {"sequential_steps": 1, "longest_path": 1, "comparisons": length**2}
