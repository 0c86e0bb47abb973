"""The sentences are joined with nothing between them.

The last word of one sentence and the first word of the next become one. Split each sentence on its own, or join them
with a space.
"""


def vocabulary(sentences):
    return list(dict.fromkeys("".join(sentences).lower().split()))
