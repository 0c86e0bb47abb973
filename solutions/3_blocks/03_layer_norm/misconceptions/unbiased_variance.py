"""The variance of layer_norm is divided by d_model − 1 instead of d_model.

Layer norm takes the plain mean of the squared deviations. In numpy leave ddof at 0; in torch use correction=0, because
Tensor.var and Tensor.std divide by one less by default.
"""

import numpy as np


def layer_norm(x, gamma, beta, eps):
    mean = x.mean(axis=-1, keepdims=True)
    std = np.sqrt(x.var(axis=-1, keepdims=True, ddof=1) + eps)
    return gamma * (x - mean) / std + beta
