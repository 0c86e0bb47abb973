"""A feature is kept only if exactly one of its shares is above `least`.

With a low `least` several can be. Ask whether the largest share is above it.
"""


def informative(transitions, least):
    return (transitions > least).sum(axis=1) == 1
