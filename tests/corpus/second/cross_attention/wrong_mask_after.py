# wrong: cross_attention strikes the padding after the softmax, so the rows no longer add up to 1; shows with padding
"""Cross-attention: the decoder asks, the encoder answers.  In the mask True means keep, False means hide."""

import numpy as np
import torch


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    z = torch.tensor(np.array(decoder_states))
    h = torch.tensor(np.array(encoder_states))
    q = z @ torch.tensor(np.array(W_q))
    k = h @ torch.tensor(np.array(W_k))
    v = h @ torch.tensor(np.array(W_v))
    weights = torch.softmax(q @ k.mT / k.shape[-1] ** 0.5, dim=-1)
    if source_keep is not None:
        weights = weights * torch.tensor(np.array(source_keep))[:, None, :]
    return (weights @ v).numpy(), weights.numpy()


def alignment(weights):
    return torch.from_numpy(np.ascontiguousarray(weights)).max(dim=2).indices.numpy()
