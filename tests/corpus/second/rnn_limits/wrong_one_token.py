# wrong: hidden_states returns (d_h,) in place of (1, d_h) for a sentence of one token
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
    states = torch.stack(_run(xs, h_0, W_x, W_h, b)).detach()
    return states.squeeze(0).numpy()


def encode(xs, h_0, W_x, W_h, b):
    return _run(xs, h_0, W_x, W_h, b)[-1].detach().numpy()


def gradient_norms(xs, h_0, W_x, W_h, b):
    states = _run(xs, h_0, W_x, W_h, b)
    last = states[-1]
    rows = []
    for unit in last:
        rows.append(torch.stack(torch.autograd.grad(unit, states, retain_graph=True)))
    full = torch.stack(rows, dim=1)
    full[-1] = torch.eye(len(last), dtype=torch.float64)
    return torch.linalg.matrix_norm(full, ord=2).numpy()


def costs(layer, length):
    recurrent = layer == "recurrent"
    return {
        "sequential_steps": length if recurrent else 1,
        "longest_path": length - 1 if recurrent else 1,
        "comparisons": length if recurrent else length * length,
    }
