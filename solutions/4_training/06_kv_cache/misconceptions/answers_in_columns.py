"""generate returns the answers as columns: (n, batch).

Row b holds the answer to prompt b: ids (batch, n). Join the predicted tokens along the second axis.
"""

import torch


def generate(step, prompt, n):
    new, cache, predicted = prompt, None, []
    for _ in range(n):
        logits, cache = step(new, cache)
        new = logits[:, -1:].argmax(dim=-1)
        predicted.append(new[:, 0])
    return torch.stack(predicted)
