"""The comparisons of the recurrent layer are given as those of attention, length².

A step compares its word with one state only, which summarises all earlier words: length comparisons.
"""


def costs(layer, length):
    if layer == "recurrent":
        return {"sequential_steps": length, "longest_path": length - 1, "comparisons": length**2}
    return {"sequential_steps": 1, "longest_path": 1, "comparisons": length**2}
