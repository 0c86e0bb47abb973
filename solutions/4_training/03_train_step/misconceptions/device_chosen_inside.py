"""train_step chooses a device by itself and moves the model there.

The caller has decided where to compute, and the state of an optimiser such as Adam stays on the old device. Leave the
model where it is: source.to(next(model.parameters()).device), and the same for the target.
"""

import torch
from solution import clip_gradients
from torch.nn.functional import cross_entropy


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model.to(device)
    source, target = source.to(device), target.to(device)
    model.train()
    logits, labels = model(source, target[:, :-1]), target[:, 1:]
    loss = cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=pad)
    optimizer.zero_grad()
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.step()
    return loss.item()
