"""A vanilla RNN, and what limits it: one state for everything, and gradients that vanish or explode."""

import numpy as np
from provided import jacobian


def rnn_cell(x: np.ndarray, h: np.ndarray, W_x: np.ndarray, W_h: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The new state, from the token x (d_in,) and the state h (d_h,) before it."""
    return np.tanh(x @ W_x + h @ W_h + b)  # (d_h,)


def hidden_states(xs: np.ndarray, h_0: np.ndarray, W_x: np.ndarray, W_h: np.ndarray, b: np.ndarray) -> np.ndarray:
    """h_1, ..., h_T.  Each step needs the one before: no two can be computed at the same time."""
    h = h_0
    states = []
    for x in xs:
        h = rnn_cell(x, h, W_x, W_h, b)
        states.append(h)
    return np.stack(states)  # (time, d_h)


def encode(xs: np.ndarray, h_0: np.ndarray, W_x: np.ndarray, W_h: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The bottleneck: d_h numbers for a sentence of any length."""
    return hidden_states(xs, h_0, W_x, W_h, b)[-1]


def gradient_norms(xs: np.ndarray, h_0: np.ndarray, W_x: np.ndarray, W_h: np.ndarray, b: np.ndarray) -> np.ndarray:
    """|dh_T/dh_t| for t = 1, ..., T, by the chain rule: dh_T/dh_t = J_T J_{T-1} ... J_{t+1}."""
    states = hidden_states(xs, h_0, W_x, W_h, b)  # (time, d_h)
    gradients = [np.eye(len(h_0))]  # dh_T/dh_T
    for h in states[:0:-1]:  # h_T, ..., h_2: back through time
        gradients.append(gradients[-1] @ jacobian(h, W_h))  # one step further back, one factor more
    return np.linalg.norm(gradients[::-1], 2, axis=(1, 2))  # (time, d_h, d_h) -> (time,)


def costs(layer: str, length: int) -> dict[str, int]:
    """Steps that wait for each other, steps between the first word and the last, comparisons in all."""
    if layer == "recurrent":
        return {"sequential_steps": length, "longest_path": length - 1, "comparisons": length}
    return {"sequential_steps": 1, "longest_path": 1, "comparisons": length**2}
