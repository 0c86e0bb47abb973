# wrong: clip_gradients goes through `parameters` twice; with a generator such as model.parameters() the second loop is empty and nothing is shortened.
import math

import torch
import torch.nn.functional as F


def learning_rate(step, d_model, warmup):
    return 1 / math.sqrt(d_model) * min(1 / math.sqrt(step), step / warmup**1.5)


def clip_gradients(parameters, max_norm):
    norm = math.sqrt(sum(p.grad.pow(2).sum().item() for p in parameters if p.grad is not None))
    if norm > max_norm:
        for p in parameters:
            if p.grad is not None:
                p.grad.mul_(max_norm / norm)
    return norm


def forward_loss(model, source, target, pad):
    device = next(model.parameters()).device
    source, target = source.to(device), target.to(device)
    logits = model(source, target[:, :-1])
    labels = target[:, 1:]
    real = labels != pad
    return F.cross_entropy(logits[real], labels[real], reduction="sum"), real.sum().item()


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    model.train()
    optimizer.zero_grad()
    total, count = forward_loss(model, source, target, pad)
    loss = total / count
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.step()
    return loss.item()


@torch.no_grad()
def evaluate(model, batches, pad):
    was_training = model.training
    model.eval()
    total, count = 0.0, 0
    for source, target in batches:
        t, c = forward_loss(model, source, target, pad)
        total, count = total + t.item(), count + c
    model.train(was_training)
    return total / count
