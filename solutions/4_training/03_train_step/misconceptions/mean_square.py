"""clip_gradients uses the root of the mean square as the length.

The length of a vector is √(Σ g²): the sum of the squares is not divided by their number.
"""

import torch


def clip_gradients(parameters, max_norm):
    gradients = [parameter.grad for parameter in parameters if parameter.grad is not None]
    norm = torch.cat([gradient.flatten() for gradient in gradients]).square().mean().sqrt().item()
    if norm > max_norm:
        for gradient in gradients:
            gradient *= max_norm / norm
    return norm
