# right: every number by a loop; the module multiplies the weights out one hidden unit at a time.
import numpy as np
import torch
from torch import nn


def _dense(vector, W, b):
    out = []
    for j in range(W.shape[1]):
        total = float(b[j])
        for i in range(W.shape[0]):
            total += float(vector[i]) * float(W[i, j])
        out.append(total)
    return out


def feed_forward(x, W_1, b_1, W_2, b_2):
    result = np.zeros(x.shape)
    for place in np.ndindex(x.shape[:-1]):
        hidden = _dense(x[place], W_1, b_1)
        hidden = [h if h > 0 else 0.0 for h in hidden]
        result[place] = _dense(hidden, W_2, b_2)
    return result


def merge_linear(W_1, b_1, W_2, b_2):
    d_model, d_ff = W_1.shape
    W = np.zeros((d_model, W_2.shape[1]))
    b = np.array(b_2, dtype=np.float64)
    for h in range(d_ff):
        for j in range(W_2.shape[1]):
            b[j] += b_1[h] * W_2[h, j]
            for i in range(d_model):
                W[i, j] += W_1[i, h] * W_2[h, j]
    return W, b


def parameter_count(d_model, d_ff):
    count = 0
    for n_in, n_out in ((d_model, d_ff), (d_ff, d_model)):
        count += n_in * n_out + n_out
    return count


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        result = self.linear_2.bias.expand(x.shape)
        for unit in range(self.linear_1.out_features):
            h = (x * self.linear_1.weight[unit]).sum(-1, keepdim=True) + self.linear_1.bias[unit]
            result = result + torch.where(h > 0, h, torch.zeros_like(h)) * self.linear_2.weight[:, unit]
        return result
