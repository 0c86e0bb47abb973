"""The decoder reads the whole target, and its labels are the whole target: nothing is shifted.

It reads target[:, :-1], without the last column, and the labels are target[:, 1:].
"""

from provided import PAD
from torch import nn
from torch.nn.functional import cross_entropy


def train_step(model, optimizer, source, target):
    model.train()
    logits, labels = model(source, target), target
    loss = cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=PAD)
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return loss.item()
