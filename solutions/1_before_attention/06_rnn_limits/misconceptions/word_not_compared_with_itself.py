"""In attention no word is compared with itself.

Every word is compared with every word, itself included: length² comparisons.
"""


def costs(layer, length):
    if layer == "recurrent":
        return {"sequential_steps": length, "longest_path": length - 1, "comparisons": length}
    return {"sequential_steps": 1, "longest_path": 1, "comparisons": length * (length - 1)}
