"""The outputs do not use the value table.

The weights choose whom to listen to. The value table tells, in the output itself, from how far it came: mix v_j + a_ij,
not v_j alone.
"""


def relative_values(weights, values, value_table, index):
    return weights @ values
