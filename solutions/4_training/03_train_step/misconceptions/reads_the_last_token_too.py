"""The decoder reads the whole target, and the last position is discarded.

The loss is right, but the last column is computed for nothing. The decoder input is target[:, :-1].
"""

from solution import clip_gradients
from torch.nn.functional import cross_entropy


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    device = next(model.parameters()).device
    source, target = source.to(device), target.to(device)
    model.train()
    logits, labels = model(source, target)[:, :-1], target[:, 1:]
    loss = cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=pad)
    optimizer.zero_grad()
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.step()
    return loss.item()
