"""generate predicts n + 1 tokens.

The call with the prompt predicts the first of the n tokens; n − 1 more calls follow.
"""

import torch


def generate(step, prompt, n):
    logits, cache = step(prompt, None)
    predicted = [logits[:, -1:].argmax(dim=-1)]
    for _ in range(n):
        logits, cache = step(predicted[-1], cache)
        predicted.append(logits[:, -1:].argmax(dim=-1))
    return torch.cat(predicted, dim=1)
