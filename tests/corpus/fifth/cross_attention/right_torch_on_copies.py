# right: torch on contiguous copies in double precision; the last of several equal weights is the alignment.
"""Cross-attention with torch."""

import numpy as np
import torch


def _tensor(a):
    return torch.from_numpy(np.array(a, dtype=np.float64, order="C"))


def cross_attention(
    decoder_states: np.ndarray,
    encoder_states: np.ndarray,
    W_q: np.ndarray,
    W_k: np.ndarray,
    W_v: np.ndarray,
    source_keep: np.ndarray | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    Z, H, Wq, Wk, Wv = (_tensor(a) for a in (decoder_states, encoder_states, W_q, W_k, W_v))
    scores = torch.baddbmm(torch.zeros((), dtype=torch.float64), Z @ Wq, (H @ Wk).mT, beta=0)
    scores /= Wq.size(1) ** 0.5
    if source_keep is None:
        weights = scores.softmax(2)
    else:
        hidden = ~torch.tensor(np.array(source_keep))[:, None, :]
        weights = scores.masked_fill_(hidden, -torch.inf).softmax(2).masked_fill(hidden, 0)
    return (weights @ (H @ Wv)).numpy(), weights.numpy()


def alignment(weights: np.ndarray) -> np.ndarray:
    last = weights.shape[-1] - 1
    return last - np.argmax(weights[..., ::-1], axis=-1)
