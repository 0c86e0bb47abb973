"""The result has one row per source; it should have one row per target.

Rows are queries, columns are keys. Put s first: s @ h.T, not h @ s.T.
"""


def dot(s, h):
    return h @ s.T
