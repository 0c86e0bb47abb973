"""Additions are counted along with the multiplications.

A product (a, b) times (b, c) takes a·b·c multiplications. What is added up afterwards is not counted here.
"""


def dense_multiplications(length, d_k, d_v):
    return 2 * length * length * (d_k + d_v)
