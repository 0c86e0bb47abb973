# wrong: the Jacobian of a step is taken at the old state h_t and not at the new one h_(t+1).
import numpy as np
import provided


def rnn_cell(x, h, W_x, W_h, b):
    return np.tanh(x.dot(W_x) + h.dot(W_h) + b)


def hidden_states(xs, h_0, W_x, W_h, b):
    def steps():
        h = h_0
        for x in xs:
            h = rnn_cell(x, h, W_x, W_h, b)
            yield h

    return np.array(list(steps()))


def encode(xs, h_0, W_x, W_h, b):
    return hidden_states(xs, h_0, W_x, W_h, b)[-1]


def gradient_norms(xs, h_0, W_x, W_h, b):
    h = hidden_states(xs, h_0, W_x, W_h, b)
    T = len(h)
    norms = np.zeros(T)
    for t in range(T):
        M = np.eye(len(h_0))
        for k in range(T - 2, t - 1, -1):
            M = M @ provided.jacobian(h[k], W_h)
        norms[t] = np.linalg.norm(M, 2)
    return norms


def costs(layer, length):
    answer = {"sequential_steps": 1, "longest_path": 1, "comparisons": length**2}
    if layer == "recurrent":
        answer["sequential_steps"] = length
        answer["longest_path"] = length - 1
        answer["comparisons"] = length
    return answer
