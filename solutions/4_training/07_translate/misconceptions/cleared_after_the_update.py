"""train_step clears the gradients only after the update, so what was there before the first call is added.

An earlier backward() may have left gradients. Clear them before backward().
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
    optimizer.step()
    optimizer.zero_grad()
    return loss.item()
