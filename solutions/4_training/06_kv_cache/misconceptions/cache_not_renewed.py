"""generate continues with the prompt's cache: it forgets its own predictions.

Every call returns a new cache. Keep it, and pass it to the next call.
"""

import torch


def generate(step, prompt, n):
    logits, cache = step(prompt, None)
    predicted = [logits[:, -1:].argmax(dim=-1)]
    while len(predicted) < n:
        logits, _ = step(predicted[-1], cache)
        predicted.append(logits[:, -1:].argmax(dim=-1))
    return torch.cat(predicted, dim=1)
