"""merge_linear returns the matrix for a column, W @ x: it is transposed.

Words are rows here, so W = W_1 @ W_2, for use as x @ W + b.
"""


def merge_linear(W_1, b_1, W_2, b_2):
    return (W_1 @ W_2).T, b_1 @ W_2 + b_2
