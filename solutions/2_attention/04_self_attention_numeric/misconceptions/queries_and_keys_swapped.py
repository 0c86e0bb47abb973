"""Queries and keys are swapped: Q is made with W_k, and K with W_q.

The source lists w_key before w_query. Here the order is W_q, W_k, W_v, and Q, K, V are returned.
"""


def project(x, W_q, W_k, W_v):
    return x @ W_k, x @ W_q, x @ W_v
