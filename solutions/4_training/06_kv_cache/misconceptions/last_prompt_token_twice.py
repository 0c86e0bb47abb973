"""generate passes the last token of the prompt a second time.

The whole prompt is already in the cache, and its logits predict the first token. Pass that one next.
"""

import torch


def generate(step, prompt, n):
    _, cache = step(prompt, None)
    new, predicted = prompt[:, -1:], []
    for _ in range(n):
        logits, cache = step(new, cache)
        new = logits[:, -1:].argmax(dim=-1)
        predicted.append(new)
    return torch.cat(predicted, dim=1)
