"""For an odd d_model the table is made one column wider, with d_model + 1 in the exponent, and then cut.

Cutting is fine, but the exponent is 2i / d_model, with the d_model that was asked for.
"""

from solution import positional_encoding as right


def positional_encoding(length, d_model):
    return right(length, d_model + d_model % 2)[:, :d_model]
