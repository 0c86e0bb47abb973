import numpy as np


def log_probabilities(logits):
    exponentials = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.log(np.maximum(exponentials / exponentials.sum(axis=-1, keepdims=True), 1e-300))
