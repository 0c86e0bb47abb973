# wrong: the tensors keep the arrays' types, and torch refuses to multiply whole numbers with fractions: one-hot integer tokens raise an error.
import numpy as np
import torch


def _step(x, h, W_x, W_h, b):
    return torch.tanh(x @ W_x + h @ W_h + b)


def _tensors(*arrays):
    return [torch.tensor(np.array(a)) for a in arrays]


def rnn_cell(x, h, W_x, W_h, b):
    return _step(*_tensors(x, h, W_x, W_h, b)).numpy()


def hidden_states(xs, h_0, W_x, W_h, b):
    xs, h, W_x, W_h, b = _tensors(xs, h_0, W_x, W_h, b)
    states = []
    for x in xs:
        h = _step(x, h, W_x, W_h, b)
        states.append(h)
    return torch.stack(states).numpy()


def encode(xs, h_0, W_x, W_h, b):
    return hidden_states(xs, h_0, W_x, W_h, b)[-1]


def gradient_norms(xs, h_0, W_x, W_h, b):
    xs, h, W_x, W_h, b = _tensors(xs, h_0, W_x, W_h, b)
    jacobians = []
    for x in xs:
        jacobians.append(torch.autograd.functional.jacobian(lambda state: _step(x, state, W_x, W_h, b), h))
        h = _step(x, h, W_x, W_h, b)
    product = torch.eye(len(h), dtype=h.dtype)
    norms = [torch.linalg.matrix_norm(product, 2)]
    for J in reversed(jacobians[1:]):
        product = product @ J
        norms.append(torch.linalg.matrix_norm(product, 2))
    return torch.stack(norms[::-1]).numpy()


def costs(layer, length):
    if layer == "recurrent":
        return {"sequential_steps": length, "longest_path": length - 1, "comparisons": length}
    return {"sequential_steps": 1, "longest_path": 1, "comparisons": length**2}
