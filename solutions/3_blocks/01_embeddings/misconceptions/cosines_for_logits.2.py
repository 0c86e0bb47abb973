import numpy as np


def tied_logits(hidden, embedding):
    return hidden @ (embedding / np.linalg.norm(embedding, axis=-1, keepdims=True)).T
