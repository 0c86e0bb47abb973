"""The matrices are transposed before x is multiplied by them.

The formula q_i = W x_i is for column vectors. Words are rows here, and W is (d_model, d_k): x @ W_q.
"""


def project(x, W_q, W_k, W_v):
    return x @ W_q.T, x @ W_k.T, x @ W_v.T
