"""generate passes the whole sentence together with the cache: every token is there twice.

What is in the cache must not be passed again. After the prompt each call gets the latest token only.
"""

import torch


def generate(step, prompt, n):
    ids, cache = prompt, None
    for _ in range(n):
        logits, cache = step(ids, cache)
        ids = torch.cat([ids, logits[:, -1:].argmax(dim=-1)], dim=1)
    return ids[:, prompt.shape[1] :]
