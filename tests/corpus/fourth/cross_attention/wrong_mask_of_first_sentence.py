# wrong: the padding of the first sentence is used for the whole batch, and no maximum is subtracted before exp
import numpy as np
import torch


def _t(x):
    return torch.from_numpy(np.array(x))


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    z, h = _t(decoder_states), _t(encoder_states)
    e = torch.exp((z @ _t(W_q)) @ (h @ _t(W_k)).transpose(1, 2) / W_q.shape[1] ** 0.5)
    if source_keep is not None:
        e = e * _t(source_keep[0])
    weights = e / e.sum(-1, keepdim=True).clamp(min=1e-300)
    return (weights @ (h @ _t(W_v))).numpy(), weights.numpy()


def alignment(weights):
    return _t(weights).argmax(dim=-1).numpy()
