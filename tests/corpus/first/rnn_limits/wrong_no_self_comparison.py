# wrong: costs leaves out the comparison of a word with itself, n(n - 1); shows for attention of every length
from itertools import accumulate

import numpy as np
from provided import jacobian, plot  # noqa: F401
from itertools import permutations


def rnn_cell(x: np.ndarray, h: np.ndarray, W_x: np.ndarray, W_h: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.tanh(np.concatenate([x, h]) @ np.concatenate([W_x, W_h]) + b)


def hidden_states(xs: np.ndarray, h_0: np.ndarray, W_x: np.ndarray, W_h: np.ndarray, b: np.ndarray) -> np.ndarray:
    chain = accumulate(xs, lambda h, x: rnn_cell(x, h, W_x, W_h, b), initial=h_0)
    next(chain)
    return np.stack(list(chain))


def encode(xs: np.ndarray, h_0: np.ndarray, W_x: np.ndarray, W_h: np.ndarray, b: np.ndarray) -> np.ndarray:
    *_, final = hidden_states(xs, h_0, W_x, W_h, b)
    return final


def gradient_norms(xs: np.ndarray, h_0: np.ndarray, W_x: np.ndarray, W_h: np.ndarray, b: np.ndarray) -> np.ndarray:
    states = hidden_states(xs, h_0, W_x, W_h, b)
    factors = [jacobian(h, W_h) for h in states[:0:-1]]
    products = list(accumulate(factors, np.matmul, initial=np.identity(len(W_h))))
    return np.linalg.svd(np.stack(products), compute_uv=False).max(axis=-1)[::-1]


def costs(layer: str, length: int) -> dict[str, int]:
    if layer == "attention":
        pairs = sum(1 for _ in permutations(range(length), 2))
        return {"sequential_steps": 1, "longest_path": 1, "comparisons": pairs}
    return {"sequential_steps": length, "longest_path": length - 1, "comparisons": length}
