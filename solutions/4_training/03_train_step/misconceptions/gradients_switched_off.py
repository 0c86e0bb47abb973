"""evaluate switches gradients off and never on again: after it, no step can learn.

torch.set_grad_enabled(False) applies to the whole program. A block, with torch.no_grad():, ends by itself.
"""

import torch
from torch.nn.functional import cross_entropy


def evaluate(model, batches, pad):
    device = next(model.parameters()).device
    was_training = model.training
    model.eval()
    torch.set_grad_enabled(False)
    total, count = 0.0, 0
    for source, target in batches:
        source, target = source.to(device), target.to(device)
        logits, labels = model(source, target[:, :-1]), target[:, 1:]
        total += cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=pad, reduction="sum").item()
        count += (labels != pad).sum().item()
    model.train(was_training)
    return total / count
