"""A vanilla RNN, and what limits it: one state for everything, and gradients that vanish or explode."""

import numpy as np


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


def jacobian(h: np.ndarray, W_h: np.ndarray) -> np.ndarray:
    """∂h_t[i] / ∂h_{t-1}[j] = tanh'(a_i) · W_h[j, i], and tanh'(a) = 1 - tanh(a)² = 1 - h²."""
    slope = 1 - h**2  # (d_h,)
    return slope[:, None] * W_h.T  # row i, the new state's unit; column j, the old one's


def gradient_norms(xs: np.ndarray, h_0: np.ndarray, W_x: np.ndarray, W_h: np.ndarray, b: np.ndarray) -> np.ndarray:
    """|dh_T/dh_t| for t = 1, ..., T, by the chain rule: dh_T/dh_t = J_T J_{T-1} ... J_{t+1}."""
    states = hidden_states(xs, h_0, W_x, W_h, b)  # (time, d_h)
    gradients = [np.eye(len(h_0))]  # dh_T/dh_T
    for h in states[:0:-1]:  # h_T, ..., h_2: back through time
        gradients.append(gradients[-1] @ jacobian(h, W_h))  # one step further back, one factor more
    return np.linalg.norm(gradients[::-1], 2, axis=(1, 2))  # (time, d_h, d_h) -> (time,)


def attention_gradient_norms(
    xs: np.ndarray, h_0: np.ndarray, W_x: np.ndarray, W_h: np.ndarray, b: np.ndarray, weights: np.ndarray
) -> np.ndarray:
    """|dc/dh_t| for c = Σ_s weights[s] h_s: directly by weights[t], and through every later state."""
    states = hidden_states(xs, h_0, W_x, W_h, b)  # (time, d_h)
    gradients = [weights[-1] * np.eye(len(h_0))]  # dc/dh_T: no state comes after h_T
    for t in reversed(range(len(xs) - 1)):
        through_later = gradients[-1] @ jacobian(states[t + 1], W_h)
        gradients.append(weights[t] * np.eye(len(h_0)) + through_later)
    return np.linalg.norm(gradients[::-1], 2, axis=(1, 2))  # (time, d_h, d_h) -> (time,)


def costs(layer: str, length: int) -> dict[str, int]:
    """Steps that wait for each other, steps between the first word and the last, comparisons in all."""
    if layer == "recurrent":
        return {"sequential_steps": length, "longest_path": length - 1, "comparisons": length}
    return {"sequential_steps": 1, "longest_path": 1, "comparisons": length**2}
