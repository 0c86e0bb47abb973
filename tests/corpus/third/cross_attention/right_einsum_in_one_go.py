# right: einsum; W_q and W_k are multiplied first (scores = Z (W_q W_k^T) H^T) and W_v comes last; the softmax uses sums with where=.
import numpy as np


def cross_attention(
    decoder_states: np.ndarray,
    encoder_states: np.ndarray,
    W_q: np.ndarray,
    W_k: np.ndarray,
    W_v: np.ndarray,
    source_keep: np.ndarray | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    z, h = decoder_states.astype(np.float64), encoder_states.astype(np.float64)
    compare = np.einsum("md,nd->mn", W_q.astype(np.float64), W_k.astype(np.float64)) / np.sqrt(W_q.shape[1])
    scores = np.einsum("btm,mn,bsn->bts", z, compare, h, optimize=True)
    words = np.ones(h.shape[:2], dtype=bool) if source_keep is None else source_keep
    real = np.broadcast_to(words[:, None, :], scores.shape)
    top = scores.max(axis=2, keepdims=True, where=real, initial=-np.inf)
    e = np.exp(np.subtract(scores, top, where=real, out=np.full_like(scores, -np.inf)))
    total = e.sum(axis=2, keepdims=True)
    weights = np.divide(e, total, where=total > 0, out=np.zeros_like(e))
    context = np.einsum("bts,bsn->btn", weights, np.where(words[:, :, None], h, 0))
    return np.einsum("btn,nv->btv", context, W_v.astype(np.float64)), weights


def alignment(weights: np.ndarray) -> np.ndarray:
    return np.argmax(weights, axis=-1).astype(np.int32)
