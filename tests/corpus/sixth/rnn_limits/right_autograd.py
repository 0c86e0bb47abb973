# right: torch in double precision, the Jacobians by autograd.
import numpy as np
import torch


def _double(*arrays):
    return [torch.tensor(np.array(a, dtype=float)) for a in arrays]


def rnn_cell(x, h, W_x, W_h, b):
    x, h, W_x, W_h, b = _double(x, h, W_x, W_h, b)
    return torch.tanh(x @ W_x + h @ W_h + b).numpy()


def hidden_states(xs, h_0, W_x, W_h, b):
    states = np.empty((len(xs), len(h_0)))
    h = h_0
    for t in range(len(xs)):
        states[t] = h = rnn_cell(xs[t], h, W_x, W_h, b)
    return states


def encode(xs, h_0, W_x, W_h, b):
    h = h_0
    for x in xs:
        h = rnn_cell(x, h, W_x, W_h, b)
    return h


def gradient_norms(xs, h_0, W_x, W_h, b):
    xs, h, W_x, W_h, b = _double(xs, h_0, W_x, W_h, b)
    states = []
    for x in xs:
        h = torch.tanh(x @ W_x + h @ W_h + b)
        if not states:
            h.requires_grad_()
        states.append(h)
    rows = [torch.autograd.grad(states[-1][i], states, retain_graph=True) for i in range(len(b))]
    return np.array([np.linalg.norm(torch.stack([row[t] for row in rows]).numpy(), 2) for t in range(len(states))])


def costs(layer, length):
    table = {
        "recurrent": (length, length - 1, length),
        "attention": (1, 1, length * length),
    }
    return dict(zip(("sequential_steps", "longest_path", "comparisons"), table[layer]))
