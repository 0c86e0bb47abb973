# wrong: the gradients are scaled by max_norm / length also when they are shorter, which makes them longer; gradients of length 0.1 with max_norm 1.
import math
from contextlib import contextmanager

import torch
from torch import nn


def learning_rate(step, d_model, warmup):
    rising = step / warmup**1.5
    falling = 1 / step**0.5
    return min(rising, falling) / d_model**0.5


def clip_gradients(parameters, max_norm):
    gradients = []
    for parameter in parameters:
        if parameter.grad is not None:
            gradients.append(parameter.grad)
    length = math.hypot(*(g.norm().item() for g in gradients))
    factor = max_norm / length if length > 0 else 1.0
    for g in gradients:
        g.mul_(factor)
    return length


class _Batch:
    def __init__(self, model, source, target, pad):
        device = next(model.parameters()).device
        self.source = source.to(device)
        self.read, self.labels = (part.to(device) for part in (target[:, :-1], target[:, 1:]))
        self.count = int((target[:, 1:] != pad).sum())
        self.pad = pad

    def total(self, model):
        logits = model(self.source, self.read)
        criterion = nn.CrossEntropyLoss(ignore_index=self.pad, reduction="sum")
        return criterion(logits.reshape(-1, logits.shape[-1]), self.labels.reshape(-1))


@contextmanager
def _evaluating(model):
    before = model.training
    model.eval()
    try:
        with torch.no_grad():
            yield
    finally:
        model.train(before)


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    model.train(True)
    batch = _Batch(model, source, target, pad)
    loss = batch.total(model) / batch.count
    optimizer.zero_grad()
    parameters = [p for p in model.parameters() if p.requires_grad]
    for parameter, gradient in zip(parameters, torch.autograd.grad(loss, parameters, allow_unused=True)):
        parameter.grad = None if gradient is None else gradient.clone()
    clip_gradients(parameters, max_norm)
    for group in optimizer.param_groups:
        group.update(lr=rate)
    optimizer.step()
    return loss.item()


def evaluate(model, batches, pad):
    total = count = 0
    with _evaluating(model):
        for source, target in batches:
            batch = _Batch(model, source, target, pad)
            total += batch.total(model).item()
            count += batch.count
    return total / count
