"""Sequences with a repeated word are left out.

A sequence can hold a word more than once. Every position has all the words to choose from: size ** order.
"""

import math


def table_rows(vocabulary_size, order):
    return math.perm(vocabulary_size, order)
