"""The columns of the weights are used, not the rows.

Output i takes the weights of query i, which are in row i: weights @ V, with nothing transposed.
"""


def outputs(weights, V):
    return weights.T @ V
