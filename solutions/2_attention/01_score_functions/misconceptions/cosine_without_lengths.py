"""The dot product is not divided by the lengths, so long vectors win over similar ones.

Divide each s_t · h_i by |s_t| and by |h_i|. The result lies between -1 and 1.
"""


def cosine(s, h):
    return s @ h.T
