# wrong: a new optimiser of the same type is made in every step, so Adam forgets its earlier steps; two steps with Adam.
import torch
from torch import nn
from torch.nn import functional as F


def learning_rate(step, d_model, warmup):
    return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


def clip_gradients(parameters, max_norm):
    return float(nn.utils.clip_grad_norm_(parameters, max_norm))


def _total_loss(model, source, target, pad):
    device = next(model.parameters()).device
    source, target = source.to(device), target.to(device)
    labels = target[:, 1:]
    logits = model(source, target[:, :-1])
    total = F.cross_entropy(logits.transpose(1, 2), labels, ignore_index=pad, reduction="sum")
    return total, int((labels != pad).sum())


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    model.train()
    total, count = _total_loss(model, source, target, pad)
    loss = total / count
    optimizer.zero_grad()
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    optimizer = type(optimizer)(model.parameters(), lr=rate)
    optimizer.step()
    return loss.item()


def evaluate(model, batches, pad):
    mode = model.training
    model.eval()
    try:
        with torch.no_grad():
            pairs = [_total_loss(model, source, target, pad) for source, target in batches]
    finally:
        model.train(mode)
    return sum(total.item() for total, _ in pairs) / sum(count for _, count in pairs)
