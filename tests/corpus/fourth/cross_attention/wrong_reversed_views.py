# wrong: the arrays go to torch without a copy, which refuses arrays that run backwards
import numpy as np
import torch


def _t(x):
    return torch.from_numpy(np.array(x))


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    z, h, wq, wk, wv = (torch.from_numpy(a) for a in (decoder_states, encoder_states, W_q, W_k, W_v))
    scores = (z @ wq) @ (h @ wk).transpose(1, 2) / wq.shape[1] ** 0.5
    if source_keep is not None:
        scores = scores.masked_fill(torch.from_numpy(~source_keep)[:, None], float("-inf"))
    weights = torch.softmax(scores, dim=-1).nan_to_num(0.0)
    return (weights @ (h @ wv)).numpy(), weights.numpy()


def alignment(weights):
    return _t(weights).argmax(dim=-1).numpy()
