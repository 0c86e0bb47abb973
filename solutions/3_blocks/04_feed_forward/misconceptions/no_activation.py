"""feed_forward has no ReLU between its two layers.

Without it both layers together are only one linear layer. Set negative hidden values to 0 first:
np.maximum(hidden, 0).
"""


def feed_forward(x, W_1, b_1, W_2, b_2):
    hidden = x @ W_1 + b_1
    return hidden @ W_2 + b_2
