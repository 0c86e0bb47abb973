import numpy as np


def log_probabilities(logits):
    shifted = logits - logits.max(axis=-1, keepdims=True)
    with np.errstate(divide="ignore", over="ignore"):
        return shifted - np.log(np.exp(logits).sum(axis=-1, keepdims=True))
