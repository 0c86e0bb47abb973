"""generate returns the prompt too.

Return only what was predicted: ids (batch, n).
"""

import torch


def generate(step, prompt, n):
    new, cache, ids = prompt, None, prompt
    for _ in range(n):
        logits, cache = step(new, cache)
        new = logits[:, -1:].argmax(dim=-1)
        ids = torch.cat([ids, new], dim=1)
    return ids
