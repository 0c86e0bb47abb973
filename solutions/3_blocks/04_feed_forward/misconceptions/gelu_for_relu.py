"""feed_forward uses GELU instead of ReLU.

GELU is a later, smooth variant. The ReLU of the original Transformer is max(0, h): every value is h or 0,
never negative.
"""

import torch
from torch.nn import functional


def feed_forward(x, W_1, b_1, W_2, b_2):
    hidden = functional.gelu(torch.as_tensor(x @ W_1 + b_1))
    return hidden.numpy() @ W_2 + b_2
