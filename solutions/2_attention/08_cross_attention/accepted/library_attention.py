"""PyTorch's scaled_dot_product_attention; the weights are what it does to an identity."""

import torch
from torch.nn import functional


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    decoder_states, encoder_states, W_q, W_k, W_v = (
        torch.as_tensor(x.copy()) for x in (decoder_states, encoder_states, W_q, W_k, W_v)
    )
    queries, keys, values = decoder_states @ W_q, encoder_states @ W_k, encoder_states @ W_v
    identity = torch.eye(keys.shape[1], dtype=keys.dtype).expand(len(keys), -1, -1)
    mask = None if source_keep is None else torch.as_tensor(source_keep.copy()).unsqueeze(1)
    weights = functional.scaled_dot_product_attention(queries, keys, identity, attn_mask=mask)
    if mask is not None:
        weights = torch.where(mask, weights, 0.0)
    return weights @ values, weights


def alignment(weights):
    return torch.argmax(torch.as_tensor(weights.copy()), dim=-1)
