"""merge_heads averages the heads instead of concatenating them.

Every head found something else, and a mean blurs it; the width is d_head then, not heads · d_head. Join the
heads end to end: 8 heads of 64 make 512.
"""


def merge_heads(x):
    return x.mean(dim=1)
