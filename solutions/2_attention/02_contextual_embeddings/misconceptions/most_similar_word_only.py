"""Each word is replaced by the word most similar to it; nothing is mixed.

Attention is soft: every word of the sentence contributes. Multiply the weights by the embeddings.
"""

import numpy as np
from solution import similarity_weights


def contextual_embeddings(embeddings, scaled=False):
    return embeddings[np.argmax(similarity_weights(embeddings, scaled), axis=1)]
