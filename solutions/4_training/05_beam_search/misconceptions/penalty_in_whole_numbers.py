"""length_penalty uses integer division.

(5 + length) // 6 is 1 for every length up to 6. Divide with /.
"""


def length_penalty(length, alpha):
    return ((5 + length) // 6) ** alpha
