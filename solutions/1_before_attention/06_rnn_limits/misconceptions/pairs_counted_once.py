"""In attention each pair of words is counted once.

Each word of a pair has a query of its own, so both directions count, and so does each word with itself: length²
comparisons.
"""


def costs(layer, length):
    if layer == "recurrent":
        return {"sequential_steps": length, "longest_path": length - 1, "comparisons": length}
    return {"sequential_steps": 1, "longest_path": 1, "comparisons": length * (length - 1) // 2}
