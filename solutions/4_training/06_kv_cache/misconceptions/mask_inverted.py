"""attend hides the keys that may be seen, and shows the later ones.

Fill with −∞ where a key is after the query, j > total − new + i. (masked_fill fills where its mask is True, while
PyTorch's scaled_dot_product_attention attends where it is True.)
"""

import torch


def attend(queries, keys, values):
    new, total = queries.shape[2], keys.shape[2]
    keep = torch.arange(total) <= torch.arange(total - new, total)[:, None]
    scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
    return scores.masked_fill(keep, -torch.inf).softmax(dim=-1) @ values
