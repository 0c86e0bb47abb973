# right: PyTorch; the Jacobian of the last state with respect to every state comes from autograd, the norm is the largest singular value.
import numpy as np
import torch


def _t(array):
    return torch.tensor(np.array(array, dtype=np.float64))


def _run(xs, h, W_x, W_h, b):
    states = []
    for x in xs:
        h = torch.tanh(x @ W_x + h @ W_h + b)
        states.append(h)
    return states


def rnn_cell(x, h, W_x, W_h, b):
    return torch.tanh(_t(x) @ _t(W_x) + _t(h) @ _t(W_h) + _t(b)).numpy()


def hidden_states(xs, h_0, W_x, W_h, b):
    return torch.stack(_run(*map(_t, (xs, h_0, W_x, W_h, b)))).numpy()


def encode(xs, h_0, W_x, W_h, b):
    return _run(*map(_t, (xs, h_0, W_x, W_h, b)))[-1].numpy()


def gradient_norms(xs, h_0, W_x, W_h, b):
    start = _t(h_0).requires_grad_(True)
    states = _run(_t(xs), start, _t(W_x), _t(W_h), _t(b))
    rows = []  # rows[i][t] is the gradient of unit i of the last state
    for unit in states[-1]:
        rows.append(torch.stack(torch.autograd.grad(unit, states, retain_graph=True)))
    matrices = torch.stack(rows, dim=1)
    return torch.linalg.svdvals(matrices)[:, 0].numpy()


def costs(layer, length):
    recurrent = layer == "recurrent"
    return {
        "comparisons": length if recurrent else length**2,
        "longest_path": length - 1 if recurrent else 1,
        "sequential_steps": length if recurrent else 1,
    }
