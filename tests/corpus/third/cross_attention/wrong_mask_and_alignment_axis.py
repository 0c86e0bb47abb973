# wrong: two mistakes: source_keep[:, :, None] strikes target words instead of source words (an error unless both are equally long), and alignment takes the argmax over the target words; shows for any padding and for any weights.
import torch
import numpy as np


def _t(x):
    return torch.tensor(np.array(x), dtype=torch.float64)


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    z, h = _t(decoder_states), _t(encoder_states)
    q, k, v = z @ _t(W_q), h @ _t(W_k), h @ _t(W_v)
    scores = torch.einsum("btd,bsd->bts", q, k) / q.shape[-1] ** 0.5
    if source_keep is not None:
        keep = torch.tensor(np.array(source_keep))[:, :, None]
        scores = scores.masked_fill(~keep, float("-inf"))
    weights = torch.softmax(scores, dim=-1).nan_to_num(0.0)
    return (weights @ v).numpy(), weights.numpy()


def alignment(weights):
    return _t(weights).argmax(dim=1).numpy()
