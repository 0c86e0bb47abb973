"""code_distances returns dot products.

A dot product is large when two codes agree; a distance is then 0. Take the length of codes[p] − codes[q].
"""


def code_distances(codes):
    return codes @ codes.T
