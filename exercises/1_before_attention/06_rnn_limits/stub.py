"""A vanilla RNN, and what limits it: one state for everything, and gradients that vanish or explode.

Given in provided.py: jacobian(h, W_h), the derivative of one step, and plot(norms), a text plot.
"""

import numpy as np
from provided import jacobian, plot  # noqa: F401


def rnn_cell(x: np.ndarray, h: np.ndarray, W_x: np.ndarray, W_h: np.ndarray, b: np.ndarray) -> np.ndarray:
    """One step: the new state, from the token x and the state h before it.

    x: (d_in,).  h: (d_h,).  W_x: (d_in, d_h).  W_h: (d_h, d_h).  b: (d_h,).
    Returns (d_h,), tanh(x W_x + h W_h + b).
    """
    raise NotImplementedError


def hidden_states(xs: np.ndarray, h_0: np.ndarray, W_x: np.ndarray, W_h: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Read the tokens one after the other, starting from the state h_0.

    xs: (time, d_in).  Returns (time, d_h): h_1, ..., h_T, the state after each token.
    """
    raise NotImplementedError


def encode(xs: np.ndarray, h_0: np.ndarray, W_x: np.ndarray, W_h: np.ndarray, b: np.ndarray) -> np.ndarray:
    """All that the decoder gets from the sentence: the encoder's last state, (d_h,)."""
    raise NotImplementedError


def gradient_norms(xs: np.ndarray, h_0: np.ndarray, W_x: np.ndarray, W_h: np.ndarray, b: np.ndarray) -> np.ndarray:
    """How strongly the last state h_T still depends on each state h_t: |dh_T/dh_t| for t = 1, ..., T.

    Start with the identity at t = T. Each step back in time multiplies by one more Jacobian, from the right.
    The norm of a matrix is np.linalg.norm(matrix, 2).
    Returns (time,); entry 0 belongs to t = 1, and the last entry is 1.
    """
    raise NotImplementedError


def costs(layer: str, length: int) -> dict[str, int]:
    """What a "recurrent" layer or an "attention" layer needs for a sentence of `length` words.

    Returns {"sequential_steps": ..., "longest_path": ..., "comparisons": ...}; the statement defines each.
    """
    raise NotImplementedError
