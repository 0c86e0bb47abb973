# wrong: clip_gradients adds the lengths of the parameters, not their squares; shows with two or more parameters
import math

import torch
import torch.nn.functional as F


def learning_rate(step, d_model, warmup):
    return d_model ** -0.5 * min(step ** -0.5, step * warmup ** -1.5)


def clip_gradients(parameters, max_norm):
    grads = [p.grad for p in parameters if p.grad is not None]
    length = 0.0
    for g in grads:
        length += math.sqrt(float((g**2).sum()))
    if length > max_norm:
        for g in grads:
            g.mul_(max_norm / length)
    return length


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    device = next(model.parameters()).device
    source, target = source.to(device), target.to(device)
    model.train()
    logits = model(source, target[:, :-1])
    labels = target[:, 1:]
    loss = F.cross_entropy(logits.reshape(-1, logits.shape[-1]), labels.reshape(-1), ignore_index=pad)
    optimizer.zero_grad()
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.step()
    return loss.item()


def evaluate(model, batches, pad):
    device = next(model.parameters()).device
    was_training = model.training
    model.eval()
    total, count = 0.0, 0
    with torch.no_grad():
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
