"""generate passes only the last token of the prompt: the model does not know the rest.

The first call gets the whole prompt: none of it is in the cache yet.
"""

import torch


def generate(step, prompt, n):
    new, cache, predicted = prompt[:, -1:], None, []
    for _ in range(n):
        logits, cache = step(new, cache)
        new = logits[:, -1:].argmax(dim=-1)
        predicted.append(new)
    return torch.cat(predicted, dim=1)
