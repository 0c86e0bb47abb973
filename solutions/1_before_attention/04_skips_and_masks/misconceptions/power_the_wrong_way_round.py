"""The number of rows is order to the power of the vocabulary's size.

Each of the `order` positions holds one of the words, so the size is the base and the order the exponent.
"""


def table_rows(vocabulary_size, order):
    return order**vocabulary_size
