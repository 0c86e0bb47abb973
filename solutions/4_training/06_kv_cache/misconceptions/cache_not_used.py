"""The result is right, but generate starts from nothing in every step, which is slow.

Pass the cache of the last call back to step, and with it only the latest token.
"""

import torch


def generate(step, prompt, n):
    ids = prompt
    for _ in range(n):
        logits, _ = step(ids, None)
        ids = torch.cat([ids, logits[:, -1:].argmax(dim=-1)], dim=1)
    return ids[:, prompt.shape[1] :]
