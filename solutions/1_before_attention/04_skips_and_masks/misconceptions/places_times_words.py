"""The number of rows is computed as words times places.

Every place can hold every word, whatever the other places hold. The choices multiply: size · size · …, a power.
"""


def table_rows(vocabulary_size, order):
    return vocabulary_size * order
