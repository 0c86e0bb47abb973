# right: torch in double precision on copies, masked_fill and softmax; alignment through topk.
import numpy as np
import torch


def _copy(a, dtype=torch.float64):
    return torch.tensor(np.array(a, order="C")).to(dtype)


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    q = _copy(decoder_states) @ _copy(W_q)
    h = _copy(encoder_states)
    if source_keep is not None:
        h = h.masked_fill(~_copy(source_keep, torch.bool)[..., None], 0.0)
    k, v = h @ _copy(W_k), h @ _copy(W_v)
    scores = torch.baddbmm(torch.zeros((), dtype=q.dtype), q, k.mT, beta=0, alpha=q.shape[-1] ** -0.5)
    if source_keep is not None:
        padding = ~_copy(source_keep, torch.bool)[:, None]
        nothing = padding.all(dim=-1, keepdim=True)
        scores = scores.masked_fill(padding & ~nothing, float("-inf"))
        weights = scores.softmax(-1).masked_fill(nothing, 0.0)
    else:
        weights = scores.softmax(-1)
    return torch.bmm(weights, v).numpy(), weights.numpy()


def alignment(weights):
    return torch.topk(_copy(weights), k=1, dim=-1).indices.squeeze(-1).numpy()
