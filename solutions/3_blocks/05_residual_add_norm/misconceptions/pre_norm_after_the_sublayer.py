"""pre_norm normalises the sublayer's output, not its input.

On the side path the norm comes first: sublayer(norm(x)), not norm(sublayer(x)).
"""


def pre_norm(x, sublayer, norm):
    return x + norm(sublayer(x))
