"""The cells of the table are counted, not its rows.

A row stands for `order` words. The columns, one for each next word, would add another factor.
"""


def table_rows(vocabulary_size, order):
    return vocabulary_size ** (order + 1)
