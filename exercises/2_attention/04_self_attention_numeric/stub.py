"""Self-attention of one sentence, in four steps that can be followed by hand.  Arrays hold integers or floats."""

import numpy as np


def project(
    x: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, W_v: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Step 1: the query, the key and the value of every word.

    x: (word, d_model).  W_q, W_k: (d_model, d_k).  W_v: (d_model, d_v).
    Returns Q (word, d_k), K (word, d_k), V (word, d_v), in this order.
    """
    raise NotImplementedError


def attention_scores(Q: np.ndarray, K: np.ndarray) -> np.ndarray:
    """Step 2: every query against every key, not scaled: q_i · k_j.

    Q: (query, d_k).  K: (key, d_k).  Returns (query, key).
    """
    raise NotImplementedError


def attention_weights(scores: np.ndarray, d_k: int | None = None) -> np.ndarray:
    """Step 3: softmax over the keys. If d_k is given, the scores are divided by √d_k first.

    scores: (query, key), of any size.  Returns (query, key): every row adds up to 1.
    """
    raise NotImplementedError


def contributions(weights: np.ndarray, V: np.ndarray) -> np.ndarray:
    """Step 4, first half: what each value adds to each output, α_ij · v_j.

    weights: (query, key), used as they are.  V: (key, d_v).  Returns (query, key, d_v).
    """
    raise NotImplementedError


def outputs(weights: np.ndarray, V: np.ndarray) -> np.ndarray:
    """Step 4: the weighted sum of the values, Σ_j α_ij v_j.

    weights: (query, key), used as they are.  V: (key, d_v).  Returns (query, d_v).
    """
    raise NotImplementedError


def self_attention(
    x: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, W_v: np.ndarray, scaled: bool = True
) -> tuple[np.ndarray, np.ndarray]:
    """All steps together.

    x: (word, d_model).  W_q, W_k: (d_model, d_k).  W_v: (d_model, d_v).
    Returns the outputs (word, d_v) and the weights (word, word), in this order.
    """
    raise NotImplementedError
