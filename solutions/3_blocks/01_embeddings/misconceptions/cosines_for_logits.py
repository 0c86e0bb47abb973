"""tied_logits divides by the lengths of vectors, as a cosine does.

Logits must be able to grow, or no word can become nearly certain. Use the plain dot product.
"""

import numpy as np


def tied_logits(hidden, embedding):
    hidden = hidden / np.linalg.norm(hidden, axis=-1, keepdims=True)
    embedding = embedding / np.linalg.norm(embedding, axis=-1, keepdims=True)
    return hidden @ embedding.T
