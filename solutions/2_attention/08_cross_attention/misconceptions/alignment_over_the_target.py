"""alignment asks for each source word which target word looks at it most.

It is the other way round: one answer for each target word. Take argmax over the last axis, the source.
"""


def alignment(weights):
    return weights.argmax(axis=1)
