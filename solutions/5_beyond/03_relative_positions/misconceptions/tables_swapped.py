"""The two tables are swapped: the one for the values is used in the scores, and the other way round.

The order of the arguments is key_table, value_table. Only with equal widths does this cause no error.
"""

from solution import relative_attention as right


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    return right(queries, keys, values, value_table, key_table, keep)
