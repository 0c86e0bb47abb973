# wrong: from_numpy without a copy: an error for arrays that run backwards.
"""Cross-attention with torch."""

import math

import numpy as np
import torch


def cross_attention(
    decoder_states: np.ndarray,
    encoder_states: np.ndarray,
    W_q: np.ndarray,
    W_k: np.ndarray,
    W_v: np.ndarray,
    source_keep: np.ndarray | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    Z, H = torch.from_numpy(decoder_states).double(), torch.from_numpy(encoder_states).double()
    Wq, Wk, Wv = (torch.from_numpy(W).double() for W in (W_q, W_k, W_v))
    scores = (Z @ Wq) @ (H @ Wk).transpose(1, 2) / math.sqrt(Wq.shape[1])
    if source_keep is not None:
        hidden = ~torch.from_numpy(source_keep).unsqueeze(1)
        scores = scores.masked_fill(hidden, -math.inf)
    weights = torch.softmax(scores, dim=-1)
    weights = torch.nan_to_num(weights, nan=0.0)
    return (weights @ (H @ Wv)).numpy(), weights.numpy()


def alignment(weights: np.ndarray) -> np.ndarray:
    return weights.argmax(axis=-1)
