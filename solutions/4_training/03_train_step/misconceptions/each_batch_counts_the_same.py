"""evaluate averages the means of the batches without weighting them by their numbers of real labels.

The words of a small batch then count more. Add up the losses of all labels and count them, over all batches, and divide
once at the end.
"""

import torch
from torch.nn.functional import cross_entropy


def evaluate(model, batches, pad):
    device = next(model.parameters()).device
    was_training = model.training
    model.eval()
    total, count = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            source, target = source.to(device), target.to(device)
            logits, labels = model(source, target[:, :-1]), target[:, 1:]
            total += cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=pad).item()
            count += 1
    model.train(was_training)
    return total / count
