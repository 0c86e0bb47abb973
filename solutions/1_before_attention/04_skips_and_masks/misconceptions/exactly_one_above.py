"""A feature is kept only if exactly one of its shares is above `threshold`.

With a low `threshold` several can be. Ask whether the largest share is above it.
"""


def informative(transitions, threshold):
    return (transitions > threshold).sum(axis=1) == 1
