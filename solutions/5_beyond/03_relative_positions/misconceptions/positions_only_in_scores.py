"""The outputs do not use the value table.

The weights choose which words to attend to. The value table adds from how far away each value came: mix
v_j + a_ij, not v_j alone.
"""


def relative_values(weights, values, value_table, index):
    return weights @ values
