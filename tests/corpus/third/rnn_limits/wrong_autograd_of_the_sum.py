# wrong: autograd derives the sum of h_T, which gives a vector for each t; its length is not the norm of the matrix dh_T/dh_t if d_h > 1.
import torch


def _d(array):
    return torch.tensor(array.tolist(), dtype=torch.float64)


def _forward(xs, h_0, W_x, W_h, b):
    W_x, W_h, b, h = _d(W_x), _d(W_h), _d(b), _d(h_0)
    states = []
    for x in _d(xs):
        h = torch.tanh(x @ W_x + h @ W_h + b)
        if not h.requires_grad:
            h.requires_grad_(True)
        h.retain_grad()
        states.append(h)
    return states


def rnn_cell(x, h, W_x, W_h, b):
    return torch.tanh(_d(x) @ _d(W_x) + _d(h) @ _d(W_h) + _d(b)).numpy()


def hidden_states(xs, h_0, W_x, W_h, b):
    return torch.stack(_forward(xs, h_0, W_x, W_h, b)).detach().numpy()


def encode(xs, h_0, W_x, W_h, b):
    return _forward(xs, h_0, W_x, W_h, b)[-1].detach().numpy()


def gradient_norms(xs, h_0, W_x, W_h, b):
    states = _forward(xs, h_0, W_x, W_h, b)
    states[-1].sum().backward()
    return torch.stack([h.grad.norm() for h in states]).numpy()


def costs(layer, length):
    if layer == "recurrent":
        return {"sequential_steps": length, "longest_path": length - 1, "comparisons": length}
    return {"sequential_steps": 1, "longest_path": 1, "comparisons": length**2}
