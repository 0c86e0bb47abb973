"""A vanilla RNN, and what limits it: one state for everything, and gradients that vanish or explode.

`from provided import plot` gives you plot(norms), a text plot of what gradient_norms returns.
"""

import numpy as np


def rnn_cell(x: np.ndarray, h: np.ndarray, W_x: np.ndarray, W_h: np.ndarray, b: np.ndarray) -> np.ndarray:
    """One step: the new state from the token x and the state h before it.

    x: (d_in,).  h: (d_h,).  W_x: (d_in, d_h).  W_h: (d_h, d_h).  b: (d_h,).
    Returns (d_h,), tanh(x W_x + h W_h + b).
    """
    raise NotImplementedError


def hidden_states(xs: np.ndarray, h_0: np.ndarray, W_x: np.ndarray, W_h: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Read the tokens one after the other, from the state h_0 on.

    xs: (time, d_in).  Returns (time, d_h): h_1, ..., h_T, the state after each token.
    """
    raise NotImplementedError


def encode(xs: np.ndarray, h_0: np.ndarray, W_x: np.ndarray, W_h: np.ndarray, b: np.ndarray) -> np.ndarray:
    """All that the decoder gets to know of the sentence: the encoder's last state, (d_h,)."""
    raise NotImplementedError


def jacobian(h: np.ndarray, W_h: np.ndarray) -> np.ndarray:
    """How the state h_t changes with the state before it.

    h: (d_h,), the state h_t itself, after the tanh.
    Returns (d_h, d_h); entry [i, j] is ∂h_t[i] / ∂h_{t-1}[j].
    """
    raise NotImplementedError


def gradient_norms(xs: np.ndarray, h_0: np.ndarray, W_x: np.ndarray, W_h: np.ndarray, b: np.ndarray) -> np.ndarray:
    """How strongly the last state h_T still depends on each state h_t: |dh_T/dh_t| for t = 1, ..., T.

    The norm of a matrix is its largest singular value: np.linalg.norm(matrix, 2).
    Returns (time,). The last entry is 1, because h_T depends on itself by the identity.
    """
    raise NotImplementedError


def attention_gradient_norms(
    xs: np.ndarray, h_0: np.ndarray, W_x: np.ndarray, W_h: np.ndarray, b: np.ndarray, weights: np.ndarray
) -> np.ndarray:
    """The same for a decoder that attends to all states: |dc/dh_t| with the context c = Σ_s weights[s] h_s.

    weights: (time,), given numbers. Later states depend on h_t, too: take both ways into account.
    Returns (time,).
    """
    raise NotImplementedError


def costs(layer: str, length: int) -> dict[str, int]:
    """What a "recurrent" layer or an "attention" layer needs for a sentence of `length` words.

    Returns {"sequential_steps": ..., "longest_path": ..., "comparisons": ...}; the statement says what each is.
    """
    raise NotImplementedError
