"""Keys and values are swapped: K is made with W_v, and V with W_k.

The order is query, key, value, in the arguments and in what is returned.
"""


def project(x, W_q, W_k, W_v):
    return x @ W_q, x @ W_v, x @ W_k
