"""generate takes one token for the whole batch, not one per sentence.

Each row has a prompt of its own: take the argmax over the last axis of logits, for each row.
"""

import torch


def generate(step, prompt, n):
    new, cache, predicted = prompt, None, []
    for _ in range(n):
        logits, cache = step(new, cache)
        new = torch.full((len(prompt), 1), int(logits[0, -1].argmax()))
        predicted.append(new)
    return torch.cat(predicted, dim=1)
