"""The union is written into the first pattern.

The result is right, but the caller's window is no longer a window. `together |= pattern` changes the array it
started from: start from a copy, or write together = together | pattern.
"""


def union(patterns):
    together = patterns[0]
    for pattern in patterns[1:]:
        together |= pattern
    return together
