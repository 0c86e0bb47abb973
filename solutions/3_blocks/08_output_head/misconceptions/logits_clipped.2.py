import numpy as np


def log_probabilities(logits):
    clipped = np.clip(logits, -700, 700)
    return clipped - np.log(np.exp(clipped).sum(axis=-1, keepdims=True))
