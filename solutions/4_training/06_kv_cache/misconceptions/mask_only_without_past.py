"""attend hides the future only if there is no past: several new tokens after a cache see each other.

The new tokens may be several with a past too, as when a sentence is passed in pieces. The rule is the same for
all: query i is at position total − new + i, and sees the keys up to there.
"""

import torch


def attend(queries, keys, values):
    new, total = queries.shape[2], keys.shape[2]
    scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
    if new == total:
        ahead = torch.ones(new, new, dtype=torch.bool).triu(1)
        scores = scores.masked_fill(ahead, -torch.inf)
    return scores.softmax(dim=-1) @ values
