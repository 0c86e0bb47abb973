"""alignment finds for each source word the target word that attends to it most.

It is the other way round: one source word per target word. Take argmax over the last axis, the source.
"""


def alignment(weights):
    return weights.argmax(axis=1)
