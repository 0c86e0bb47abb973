"""The power is computed with a float, which keeps about 16 digits.

37000⁹ has 42 digits. int() at the end does not bring back the others: use Python integers throughout.
"""


def table_rows(vocabulary_size, order):
    return int(float(vocabulary_size) ** order)
