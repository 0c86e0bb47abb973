# wrong: train_step does not switch to training mode (a model left in eval mode gets no dropout); evaluate sets model.training only, so the dropout inside stays on.
import math

import torch
import torch.nn.functional as F


def learning_rate(step, d_model, warmup):
    return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


def clip_gradients(parameters, max_norm):
    gradients = [p.grad for p in parameters if p.grad is not None]
    length = math.sqrt(sum(float((g.double() ** 2).sum()) for g in gradients))
    if length > max_norm:
        for g in gradients:
            g.mul_(max_norm / length)
    return length


def _loss(model, source, target, pad, reduction):
    device = next(model.parameters()).device
    source, target = source.to(device), target.to(device)
    logits = model(source, target[:, :-1])
    labels = target[:, 1:]
    value = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=pad, reduction=reduction)
    return value, int((labels != pad).sum())


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    loss, _ = _loss(model, source, target, pad, "mean")
    optimizer.zero_grad()
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.step()
    return loss.item()


def evaluate(model, batches, pad):
    was_training = model.training
    model.training = False
    total, count = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            loss, words = _loss(model, source, target, pad, "sum")
            total += loss.item()
            count += words
    model.training = was_training
    return total / count
