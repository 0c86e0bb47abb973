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
    """For every target word a mix of the source's values, softmax(Q Kᵀ / √d_k) V.

    decoder_states: (batch, target, d_model)    encoder_states: (batch, source, d_source), from the last encoder block
    W_q: (d_model, d_k)    W_k: (d_source, d_k)    W_v: (d_source, d_v)    d_source is often d_model
    source_keep: bool (batch, source), True at real source words, False at padding; None: no padding
    returns (outputs, weights): outputs (batch, target, d_v) and weights (batch, target, source)

    Where a source sentence is all padding, outputs and weights are zeros. The caller's arrays are left as they are.
    """
    raise NotImplementedError


def alignment(weights: np.ndarray) -> np.ndarray:
    """For every target word the position of the source word with the largest weight.

    weights: (batch, target, source)
    returns integers (batch, target); if several source words share the largest weight, any of them
    """
    raise NotImplementedError
