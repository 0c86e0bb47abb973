"""next_token starts its search with a best score of 0, so that logits below 0 never win.

All logits may be negative. Start with the first token's logit, or with -inf.
"""

import torch


def next_token(logits):
    best = torch.zeros(len(logits)), torch.zeros(len(logits), dtype=torch.long)
    for token in range(logits.shape[-1]):
        larger = logits[:, -1, token] > best[0]
        best = torch.where(larger, logits[:, -1, token], best[0]), torch.where(larger, token, best[1])
    return best[1]
