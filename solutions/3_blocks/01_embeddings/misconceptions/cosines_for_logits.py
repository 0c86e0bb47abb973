"""tied_logits returns cosines: both vectors are brought to length 1 first.

Then no logit can leave the range from −1 to 1 and no word can become nearly certain. Use the plain dot product.
"""

import numpy as np


def tied_logits(hidden, embedding):
    hidden = hidden / np.linalg.norm(hidden, axis=-1, keepdims=True)
    embedding = embedding / np.linalg.norm(embedding, axis=-1, keepdims=True)
    return hidden @ embedding.T
