"""evaluate always leaves the model in training mode.

If it was in evaluation mode before, it must be so again: save model.training in a variable, and restore it at the end
with model.train(was_training).
"""

import torch
from torch.nn.functional import cross_entropy


def evaluate(model, batches, pad):
    device = next(model.parameters()).device
    model.eval()
    total, count = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            source, target = source.to(device), target.to(device)
            logits, labels = model(source, target[:, :-1]), target[:, 1:]
            total += cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=pad, reduction="sum").item()
            count += (labels != pad).sum().item()
    model.train()
    return total / count
