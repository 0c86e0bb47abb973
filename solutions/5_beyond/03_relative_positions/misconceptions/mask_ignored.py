"""The mask is not used.

Positions say where a key is, not whether it may be seen. Put −∞ in the place of the scores where keep is False.
"""

from solution import relative_attention as right


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    return right(queries, keys, values, key_table, value_table)
