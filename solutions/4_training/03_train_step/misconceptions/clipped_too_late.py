"""The update uses the unclipped gradients.

Clipping after step() changes gradients that have already been used; before backward() there are none yet. It
belongs between the two.
"""

from solution import clip_gradients
from torch.nn.functional import cross_entropy


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    device = next(model.parameters()).device
    source, target = source.to(device), target.to(device)
    model.train()
    logits, labels = model(source, target[:, :-1]), target[:, 1:]
    loss = cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=pad)
    optimizer.zero_grad()
    loss.backward()
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.step()
    clip_gradients(model.parameters(), max_norm)
    return loss.item()
