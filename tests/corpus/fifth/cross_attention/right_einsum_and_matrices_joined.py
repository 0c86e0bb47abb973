# right: W_q and W_k folded into one bilinear form, mixing before W_v; einsum only.
"""Cross-attention: the decoder attends to the encoder's output.  In the mask True means keep, False means hide."""

import numpy as np


def cross_attention(
    decoder_states: np.ndarray,
    encoder_states: np.ndarray,
    W_q: np.ndarray,
    W_k: np.ndarray,
    W_v: np.ndarray,
    source_keep: np.ndarray | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    Z = np.asarray(decoder_states, dtype=float)
    H = np.asarray(encoder_states, dtype=float)
    form = np.einsum("md,nd->mn", W_q, W_k) / W_q.shape[1] ** 0.5
    e = np.einsum("btm,mn,bsn->bts", Z, form, H, optimize=True)
    if source_keep is None:
        source_keep = np.ones(H.shape[:2], dtype=bool)
    visible = np.broadcast_to(source_keep[:, np.newaxis], e.shape)
    top = np.max(e, axis=2, keepdims=True, where=visible, initial=-np.inf)
    weights = np.zeros_like(e)
    np.subtract(e, top, out=weights, where=visible)
    np.exp(weights, out=weights)
    weights *= visible
    total = np.einsum("bts->bt", weights)[..., None]
    np.divide(weights, total, out=weights, where=total > 0)
    return np.einsum("bts,bsm,md->btd", weights, H, W_v, optimize=True), weights


def alignment(weights: np.ndarray) -> np.ndarray:
    return weights.argmax(axis=-1)
