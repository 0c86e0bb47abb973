"""merge_linear leaves b_2 out of the merged bias.

b_2 is added at the end, whatever came before: b = b_1 W_2 + b_2.
"""


def merge_linear(W_1, b_1, W_2, b_2):
    return W_1 @ W_2, b_1 @ W_2
