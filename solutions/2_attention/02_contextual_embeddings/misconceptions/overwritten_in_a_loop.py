"""New vectors are written over the old ones, so later words are mixed from words already changed.

All words are mixed at the same time, from the old vectors. Write into a new array, or use one matrix product.
"""


def mix(weights, embeddings):
    new = embeddings
    for i in range(len(weights)):
        new[i] = weights[i] @ embeddings
    return new
