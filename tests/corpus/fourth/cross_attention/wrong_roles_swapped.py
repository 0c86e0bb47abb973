# wrong: queries are made from the encoder's vectors, keys and values from the decoder's
import numpy as np
import torch


def _t(x):
    return torch.from_numpy(np.array(x))


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    queries = _t(encoder_states) @ _t(W_q)
    keys = _t(decoder_states) @ _t(W_k)
    values = _t(decoder_states) @ _t(W_v)
    scores = queries @ keys.mT / keys.shape[-1] ** 0.5
    if source_keep is not None:
        scores = scores.masked_fill(~_t(source_keep)[:, :, None], float("-inf"))
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return (weights @ values).numpy(), weights.numpy()


def alignment(weights):
    return _t(weights).argmax(dim=-1).numpy()
