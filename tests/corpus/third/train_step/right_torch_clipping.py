# right: torch's own clip_grad_norm_, F.nll_loss, a context manager for the evaluation mode and a decorator for no_grad.
import math
from contextlib import contextmanager

import torch
from torch import nn
from torch.nn import functional as F


def learning_rate(step: int, d_model: int, warmup: int) -> float:
    if step < warmup:
        return step / (warmup * math.sqrt(warmup) * math.sqrt(d_model))
    return 1 / math.sqrt(d_model * step)


def clip_gradients(parameters, max_norm: float) -> float:
    return float(nn.utils.clip_grad_norm_(list(parameters), max_norm))


@contextmanager
def evaluating(model):
    mode = model.training
    model.eval()
    try:
        yield
    finally:
        model.train(mode)


def token_losses(model, source, target, pad):
    """The losses of the real labels only, as one vector."""
    place = next(model.parameters()).device
    target = target.to(place)
    logits = model(source.to(place), target[:, :-1])
    labels = target[:, 1:]
    real = labels.ne(pad)
    return F.nll_loss(logits.log_softmax(-1)[real], labels[real], reduction="none")


def train_step(model, optimizer, source, target, pad: int, rate: float, max_norm: float) -> float:
    optimizer.zero_grad()
    model.train()
    loss = token_losses(model, source, target, pad).mean()
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    for group in optimizer.param_groups:
        group.update(lr=rate)
    optimizer.step()
    return float(loss.detach())


@torch.no_grad()
def evaluate(model, batches, pad: int) -> float:
    with evaluating(model):
        parts = [token_losses(model, source, target, pad) for source, target in batches]
    return torch.cat(parts).mean().item()
