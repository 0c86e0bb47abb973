# wrong: tanh is written with exp(2z), which overflows for large sums such as 5,000 and gives NaN.
import numpy as np
from provided import jacobian


def tanh(z):
    e = np.exp(2 * z)
    return (e - 1) / (e + 1)


def rnn_cell(x, h, W_x, W_h, b):
    return tanh(np.matmul(x, W_x) + np.matmul(h, W_h) + b)


def hidden_states(xs, h_0, W_x, W_h, b):
    h, out = h_0, []
    for x in xs:
        h = rnn_cell(x, h, W_x, W_h, b)
        out.append(h)
    return np.stack(out)


def encode(xs, h_0, W_x, W_h, b):
    h = h_0
    for x in xs:
        h = rnn_cell(x, h, W_x, W_h, b)
    return h


def gradient_norms(xs, h_0, W_x, W_h, b):
    hs = hidden_states(xs, h_0, W_x, W_h, b)
    gradients = [np.eye(hs.shape[1])]
    for h in hs[:0:-1]:
        gradients.append(gradients[-1] @ jacobian(h, W_h))
    return np.linalg.norm(np.stack(gradients[::-1]), ord=2, axis=(1, 2))


def costs(layer, length):
    if layer == "attention":
        return {"sequential_steps": 1, "longest_path": 1, "comparisons": length * length}
    return {"sequential_steps": length, "longest_path": length - 1, "comparisons": length}
