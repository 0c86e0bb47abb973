"""The number of rows is computed as words times positions.

Every position can hold every word, whatever the other positions hold. The choices multiply: size · size · …, a power.
"""


def table_rows(vocabulary_size, order):
    return vocabulary_size * order
