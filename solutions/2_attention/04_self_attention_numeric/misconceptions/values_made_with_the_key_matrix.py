"""The values are made with W_k; W_v is never used.

Probably a line copied and not changed. Each of the three has a matrix of its own: V = x @ W_v.
"""


def project(x, W_q, W_k, W_v):
    return x @ W_q, x @ W_k, x @ W_k
