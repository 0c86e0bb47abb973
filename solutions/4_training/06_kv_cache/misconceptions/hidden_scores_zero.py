"""attend multiplies the scores by the mask, so a later key gets score 0, which is not a low score.

The softmax of 0 is a weight like any other. Set the scores of later keys to −∞: scores.masked_fill(~keep, -torch.inf).
"""

import torch


def attend(queries, keys, values):
    new, total = queries.shape[2], keys.shape[2]
    keep = torch.arange(total) <= torch.arange(total - new, total)[:, None]
    scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
    return (scores * keep).softmax(dim=-1) @ values
