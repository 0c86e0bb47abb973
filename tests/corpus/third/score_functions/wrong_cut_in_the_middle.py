# wrong: additive cuts W_a into two equal halves for s and h, which fits only if both are equally wide.
import numpy as np


def dot(s: np.ndarray, h: np.ndarray) -> np.ndarray:
    return s.dot(h.transpose())


def scaled_dot(s: np.ndarray, h: np.ndarray) -> np.ndarray:
    return s.dot(h.transpose()) * s.shape[1] ** -0.5


def cosine(s: np.ndarray, h: np.ndarray) -> np.ndarray:
    norms = np.outer(np.linalg.norm(s, axis=1), np.linalg.norm(h, axis=1))
    return s.dot(h.transpose()) / np.where(norms == 0, 1, norms)


def general(s: np.ndarray, h: np.ndarray, W_a: np.ndarray) -> np.ndarray:
    return s.dot(W_a).dot(h.transpose())


def additive(s: np.ndarray, h: np.ndarray, W_a: np.ndarray, v_a: np.ndarray) -> np.ndarray:
    W_s, W_h = np.array_split(W_a, 2)
    from_s = s.dot(W_s)
    from_h = h.dot(W_h)
    hidden = np.tanh(from_s[:, None, :] + from_h[None, :, :])
    return hidden.dot(v_a)


def location(s: np.ndarray, W_a: np.ndarray) -> np.ndarray:
    exponentials = np.exp(s.dot(W_a))
    return exponentials / exponentials.sum(1)[:, None]
