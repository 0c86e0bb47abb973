"""The contributions are in the order (key, query, d_v).

Queries come first: entry [i, j] is what value j adds to output i, weights[:, :, None] * V[None].
"""


def contributions(weights, V):
    return weights.T[:, :, None] * V[:, None, :]
