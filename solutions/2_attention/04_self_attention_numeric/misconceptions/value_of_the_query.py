"""Each weight is multiplied by the value of the query's own word, not by that of the key.

α_ij belongs to v_j: The words of V are along the second axis of the result, V[None, :, :]. It goes unnoticed only where
there are as many queries as keys.
"""


def contributions(weights, V):
    return weights[:, :, None] * V[:, None, :]
