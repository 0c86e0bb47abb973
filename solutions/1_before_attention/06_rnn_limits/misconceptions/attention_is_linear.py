"""The comparisons of attention are given as one per word.

Every word is compared with every word: length² pairs. That is the price of the direct connection.
"""


def costs(layer, length):
    if layer == "recurrent":
        return {"sequential_steps": length, "longest_path": length - 1, "comparisons": length}
    return {"sequential_steps": 1, "longest_path": 1, "comparisons": length}
