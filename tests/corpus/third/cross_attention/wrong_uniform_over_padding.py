# wrong: padding gets the score -1e9 instead of -inf and nothing else is done, so a source that is all padding gets equal weights instead of zeros.
import torch
import numpy as np
from torch.nn import functional as F


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    z, h, wq, wk, wv = (torch.tensor(np.array(a, dtype=float)) for a in (decoder_states, encoder_states, W_q, W_k, W_v))
    queries = torch.matmul(z, wq)
    keys = torch.matmul(h, wk)
    values = torch.matmul(h, wv)
    scores = torch.bmm(queries, keys.transpose(1, 2)) / wq.shape[1] ** 0.5
    if source_keep is not None:
        padding = torch.tensor(np.array(source_keep)).logical_not().unsqueeze(1)
        scores = scores.masked_fill(padding, -1e9)
    weights = F.softmax(scores, dim=2)
    return torch.bmm(weights, values).numpy(), weights.numpy()


def alignment(weights):
    return torch.tensor(np.array(weights)).max(dim=2).indices.numpy()
