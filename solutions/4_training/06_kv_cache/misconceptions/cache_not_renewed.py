"""generate goes on with the prompt's cache: it forgets what it has said itself.

Every call returns a new cache. Keep it, and hand that one to the next call.
"""

import torch


def generate(step, prompt, n):
    logits, cache = step(prompt, None)
    said = [logits[:, -1:].argmax(dim=-1)]
    while len(said) < n:
        logits, _ = step(said[-1], cache)
        said.append(logits[:, -1:].argmax(dim=-1))
    return torch.cat(said, dim=1)
