"""The comparisons of the recurrent layer leave out the first word.

The first word meets a state, too: h_0. Each word is compared with one state: length comparisons.
"""


def costs(layer, length):
    if layer == "recurrent":
        return {"sequential_steps": length, "longest_path": length - 1, "comparisons": length - 1}
    return {"sequential_steps": 1, "longest_path": 1, "comparisons": length**2}
