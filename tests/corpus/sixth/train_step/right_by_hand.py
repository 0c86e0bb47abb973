# right: log-softmax and picking by hand, a context manager for the mode, gradients replaced in place with copy_.
from contextlib import contextmanager

import torch


def learning_rate(step, d_model, warmup):
    rising = step / warmup**1.5
    falling = 1 / step**0.5
    return min(rising, falling) / d_model**0.5


def clip_gradients(parameters, max_norm):
    parameters = [p for p in parameters if p.grad is not None]
    if not parameters:
        return 0.0
    with torch.no_grad():
        lengths = torch.stack([p.grad.norm() for p in parameters])
        length = lengths.norm().item()
        factor = min(1.0, max_norm / length) if length > 0 else 1.0
        for p in parameters:
            p.grad.copy_(p.grad * factor)
    return length


@contextmanager
def _mode(model, training):
    before = model.training
    model.train(training)
    try:
        yield
    finally:
        model.train(before)


def _losses(model, source, target, pad):
    device = next(model.parameters()).device
    target = target.to(device)
    logits = model(source.to(device), target[:, :-1])
    labels = target[:, 1:]
    chosen = torch.log_softmax(logits, dim=-1).gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    return -chosen[labels != pad]


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.zero_grad()
    with _mode(model, True):
        loss = _losses(model, source, target, pad).mean()
        loss.backward()
    clip_gradients(model.parameters(), max_norm)
    optimizer.step()
    return float(loss.detach())


@torch.no_grad()
def evaluate(model, batches, pad):
    with _mode(model, False):
        losses = torch.cat([_losses(model, source, target, pad) for source, target in batches])
    return losses.mean().item()
