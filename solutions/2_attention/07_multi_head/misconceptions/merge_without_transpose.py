"""merge_heads reshapes straight to (batch, position, features), which mixes words and heads.

In memory all words of head 0 come first. Swap axes 1 and 2, so that the heads of one word are side by side, and then
join them.
"""


def merge_heads(x):
    batch, heads, positions, d_head = x.shape
    return x.reshape(batch, positions, heads * d_head)
