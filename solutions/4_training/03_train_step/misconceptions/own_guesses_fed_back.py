"""The decoder reads its own predictions instead of the right words.

That is how a sentence is decoded. In training the right words are known, so they go in (teacher forcing): one
wrong prediction cannot spoil the rest, and no position has to wait for another.
"""

import torch
from solution import clip_gradients
from torch.nn.functional import cross_entropy


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    device = next(model.parameters()).device
    source, target = source.to(device), target.to(device)
    model.train()
    words = target[:, :1]
    for _ in range(target.shape[1] - 1):
        logits = model(source, words)
        words = torch.cat([words, logits[:, -1:].argmax(-1)], 1)
    labels = target[:, 1:]
    loss = cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=pad)
    optimizer.zero_grad()
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.step()
    return loss.item()
