"""merge_linear multiplies the matrices in the wrong order.

With x on the left the first layer's matrix comes first: x W_1 W_2, so W = W_1 W_2. The order W_2 W_1
belongs to column vectors.
"""


def merge_linear(W_1, b_1, W_2, b_2):
    return W_2 @ W_1, b_1 @ W_2 + b_2
