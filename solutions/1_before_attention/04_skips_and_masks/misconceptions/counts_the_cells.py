"""The cells of the table are counted, not its rows.

A row stands for `order` words. The columns, one for each next word, would be one factor more.
"""


def table_rows(vocabulary_size, order):
    return vocabulary_size ** (order + 1)
