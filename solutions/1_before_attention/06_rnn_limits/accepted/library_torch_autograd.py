"""torch: nn.functional and autograd, which finds the gradients without a formula for the Jacobian."""

import torch


def tensors(*arrays):
    return [torch.as_tensor(array, dtype=torch.float64) for array in arrays]


def rnn_cell(x, h, W_x, W_h, b):
    x, h, W_x, W_h, b = tensors(x, h, W_x, W_h, b)
    return torch.tanh(torch.nn.functional.linear(x, W_x.T, b) + h @ W_h)


def states_of(xs, h_0, W_x, W_h, b):
    states = [h_0]
    for x in xs:
        states.append(rnn_cell(x, states[-1], W_x, W_h, b))
    return states[1:]


def hidden_states(xs, h_0, W_x, W_h, b):
    return torch.stack(states_of(*tensors(xs, h_0, W_x, W_h, b)))


def encode(xs, h_0, W_x, W_h, b):
    rnn = torch.nn.RNN(len(W_x), len(W_h), dtype=torch.float64)
    xs, h_0, W_x, W_h, b = tensors(xs, h_0, W_x, W_h, b)
    weights = {"weight_ih_l0": W_x.T, "weight_hh_l0": W_h.T, "bias_ih_l0": b, "bias_hh_l0": torch.zeros_like(b)}
    rnn.load_state_dict(weights)
    with torch.no_grad():
        return rnn(xs, h_0[None])[1][0]


def norms_of(output, states):
    rows = [torch.autograd.grad(unit, states, retain_graph=True, materialize_grads=True) for unit in output]
    return torch.stack([torch.linalg.matrix_norm(torch.stack(step), ord=2) for step in zip(*rows, strict=True)])


def gradient_norms(xs, h_0, W_x, W_h, b):
    xs, h_0, W_x, W_h, b = tensors(xs, h_0, W_x, W_h, b)
    states = states_of(xs, h_0.requires_grad_(), W_x, W_h, b)
    return norms_of(states[-1], states)


def costs(layer, length):
    steps = {"recurrent": (length, length - 1, length), "attention": (1, 1, length * length)}[layer]
    return dict(zip(("sequential_steps", "longest_path", "comparisons"), steps, strict=True))
