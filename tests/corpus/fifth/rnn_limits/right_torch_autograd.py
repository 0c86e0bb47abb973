# right: PyTorch double precision; the whole Jacobian of the last state by autograd, norms as largest singular values.
import numpy as np
import torch


def _t(array):
    return torch.tensor(np.array(array, dtype=np.float64))


def _step(x, h, W_x, W_h, b):
    return torch.tanh(x @ W_x + h @ W_h + b)


def rnn_cell(x, h, W_x, W_h, b):
    return _step(_t(x), _t(h), _t(W_x), _t(W_h), _t(b)).numpy()


def hidden_states(xs, h_0, W_x, W_h, b):
    xs, h, W_x, W_h, b = map(_t, (xs, h_0, W_x, W_h, b))
    states = []
    for x in xs.unbind(0):
        h = _step(x, h, W_x, W_h, b)
        states.append(h)
    return torch.stack(states).numpy()


def encode(xs, h_0, W_x, W_h, b):
    xs, h, W_x, W_h, b = map(_t, (xs, h_0, W_x, W_h, b))
    for x in xs.unbind(0):
        h = _step(x, h, W_x, W_h, b)
    return h.numpy()


def gradient_norms(xs, h_0, W_x, W_h, b):
    xs, h, W_x, W_h, b = map(_t, (xs, h_0, W_x, W_h, b))
    h.requires_grad_(True)
    states = []
    for x in xs.unbind(0):
        h = _step(x, h, W_x, W_h, b)
        states.append(h)
    rows = [torch.autograd.grad(unit, states, retain_graph=True) for unit in states[-1].unbind(0)]
    norms = []
    for t in range(len(states)):
        J = torch.stack([row[t] for row in rows])
        norms.append(torch.linalg.svdvals(J)[0].item())
    return np.array(norms)


def costs(layer, length):
    n = int(length)
    table = {"recurrent": (n, n - 1, n), "attention": (1, 1, n**2)}
    return dict(zip(("sequential_steps", "longest_path", "comparisons"), table[layer]))
