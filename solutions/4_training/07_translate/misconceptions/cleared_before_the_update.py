"""train_step clears the gradients between backward() and step(): nothing is learned.

The order is zero_grad, backward, clip, step.
"""

from provided import PAD
from torch import nn
from torch.nn.functional import cross_entropy


def train_step(model, optimizer, source, target):
    model.train()
    logits, labels = model(source, target[:, :-1]), target[:, 1:]
    loss = cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=PAD)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.zero_grad()
    optimizer.step()
    return loss.item()
