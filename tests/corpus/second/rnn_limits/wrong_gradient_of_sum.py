# wrong: gradient_norms takes the length of the gradient of the sum of h_T, not the norm of the matrix; shows with two or more units
import numpy as np
import torch


def _t(a):
    return torch.tensor(np.array(a, dtype=np.float64, order="C"))


def _run(xs, h_0, W_x, W_h, b):
    xs, h, W_x, W_h, b = map(_t, (xs, h_0, W_x, W_h, b))
    h.requires_grad_(True)
    states = []
    for x in xs:
        h = torch.tanh(x @ W_x + h @ W_h + b)
        states.append(h)
    return states


def rnn_cell(x, h, W_x, W_h, b):
    x, h, W_x, W_h, b = map(_t, (x, h, W_x, W_h, b))
    return torch.tanh(x @ W_x + h @ W_h + b).numpy()


def hidden_states(xs, h_0, W_x, W_h, b):
    return torch.stack(_run(xs, h_0, W_x, W_h, b)).detach().numpy()


def encode(xs, h_0, W_x, W_h, b):
    return _run(xs, h_0, W_x, W_h, b)[-1].detach().numpy()


def gradient_norms(xs, h_0, W_x, W_h, b):
    states = _run(xs, h_0, W_x, W_h, b)
    for h in states:
        h.retain_grad()
    states[-1].sum().backward()
    norms = torch.stack([h.grad.norm() for h in states])
    norms[-1] = 1.0
    return norms.numpy()


def costs(layer, length):
    recurrent = layer == "recurrent"
    return {
        "sequential_steps": length if recurrent else 1,
        "longest_path": length - 1 if recurrent else 1,
        "comparisons": length if recurrent else length * length,
    }
