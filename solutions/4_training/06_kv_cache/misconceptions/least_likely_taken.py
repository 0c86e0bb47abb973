"""generate takes the least likely token.

Greedy decoding takes the most likely: argmax of the logits.
"""

import torch


def generate(step, prompt, n):
    new, cache, predicted = prompt, None, []
    for _ in range(n):
        logits, cache = step(new, cache)
        new = logits[:, -1:].argmin(dim=-1)
        predicted.append(new)
    return torch.cat(predicted, dim=1)
