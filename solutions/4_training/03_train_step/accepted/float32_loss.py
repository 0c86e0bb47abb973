"""The loss is computed in single precision; gradients are cleared through the model."""

import numpy as np
import torch
from torch.nn.functional import cross_entropy


def learning_rate(step, d_model, warmup):
    d_model, step, warmup = np.float32(d_model), np.float32(step), np.float32(warmup)
    return float(np.minimum(step ** np.float32(-0.5), step * warmup ** np.float32(-1.5)) / np.sqrt(d_model))


def clip_gradients(parameters, max_norm):
    gradients = [p.grad for p in parameters if p.grad is not None]
    norm = torch.cat([g.float().flatten() for g in gradients]).norm()
    factor = torch.clamp(max_norm / (norm + 1e-6), max=1.0)
    for gradient in gradients:
        gradient.mul_(factor)
    return norm.item()


def place_of(model):
    return next(iter(model.parameters())).device


def summed_loss(model, source, target, pad):
    source, target = source.to(place_of(model)), target.to(place_of(model))
    logits = model(source, target[:, :-1]).float()
    labels = target[:, 1:].reshape(-1)
    return cross_entropy(logits.reshape(labels.numel(), -1), labels, ignore_index=pad, reduction="sum")


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    model.train()
    model.zero_grad()
    loss = summed_loss(model, source, target, pad) / int((target[:, 1:] != pad).sum())
    loss.backward()
    clip_gradients(list(model.parameters()), max_norm)
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.step()
    return float(loss)


def evaluate(model, batches, pad):
    mode = model.training
    model.eval()
    with torch.no_grad():
        losses = sum(float(summed_loss(model, source, target, pad)) for source, target in batches)
    model.train(mode)
    return losses / sum(int((target[:, 1:] != pad).sum()) for _, target in batches)
