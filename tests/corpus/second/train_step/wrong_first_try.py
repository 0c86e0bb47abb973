# wrong: train_step clears .grad after the update and keeps the model's mode; evaluate builds a graph. For old grads, dropout
import math

import torch
import torch.nn.functional as F


def learning_rate(step, d_model, warmup):
    return d_model ** -0.5 * min(step ** -0.5, step * warmup ** -1.5)


def clip_gradients(parameters, max_norm):
    grads = [p.grad for p in parameters if p.grad is not None]
    total = 0.0
    for g in grads:
        total += float(g.norm()) ** 2
    length = math.sqrt(total)
    if length > max_norm:
        for g in grads:
            g.mul_(max_norm / length)
    return length


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    device = next(model.parameters()).device
    source, target = source.to(device), target.to(device)
    logits = model(source, target[:, :-1])
    labels = target[:, 1:]
    loss = F.cross_entropy(logits.reshape(-1, logits.shape[-1]), labels.reshape(-1), ignore_index=pad)
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.step()
    optimizer.zero_grad()
    return loss.item()


def evaluate(model, batches, pad):
    device = next(model.parameters()).device
    was_training = model.training
    model.eval()
    total, count = 0.0, 0
    for source, target in batches:
        source, target = source.to(device), target.to(device)
        logits = model(source, target[:, :-1])
        labels = target[:, 1:]
        loss = F.cross_entropy(
            logits.reshape(-1, logits.shape[-1]), labels.reshape(-1), ignore_index=pad, reduction="sum"
        )
        total += loss.item()
        count += int((labels != pad).sum())
    model.train(was_training)
    return total / count
