"""The result has one row a source; it should have one row a target.

Rows are who asks, columns who is asked. Put s first: s @ h.T, not h @ s.T.
"""


def dot(s, h):
    return h @ s.T
