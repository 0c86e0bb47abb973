"""log_probabilities only subtracts the largest logit; the sum is missing.

The best word then always gets 0, which would mean probability 1. Subtract log Σ exp(x − m) too.
"""


def log_probabilities(logits):
    return logits - logits.max(axis=-1, keepdims=True)
