"""A table is kept from an earlier call with the same d_model, though it is too short for this one.

Keeping tables is fine if they are made again when more rows are needed.
"""

from solution import positional_encoding as right

tables = {}


def positional_encoding(length, d_model):
    if d_model not in tables:
        tables[d_model] = right(length, d_model)
    return tables[d_model][:length]
