"""generate leaves out the first predicted token.

The call with the prompt already predicts a token. It is the first of the answer.
"""

import torch


def generate(step, prompt, n):
    logits, cache = step(prompt, None)
    new, predicted = logits[:, -1:].argmax(dim=-1), []
    for _ in range(n):
        logits, cache = step(new, cache)
        new = logits[:, -1:].argmax(dim=-1)
        predicted.append(new)
    return torch.cat(predicted, dim=1)
