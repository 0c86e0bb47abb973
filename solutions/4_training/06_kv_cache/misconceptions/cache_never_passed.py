"""generate passes each new token without the cache: the model forgets everything before it.

Every call returns a new cache. Pass it to the next call, together with the latest token.
"""

import torch


def generate(step, prompt, n):
    new, predicted = prompt, []
    for _ in range(n):
        logits, _ = step(new, None)
        new = logits[:, -1:].argmax(dim=-1)
        predicted.append(new)
    return torch.cat(predicted, dim=1)
