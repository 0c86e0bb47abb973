"""Built on torch's own clipping and loss modules, and on the scheduler's idea of a factor."""

import math

import torch
from torch import nn


def learning_rate(step, d_model, warmup):
    peak = 1 / math.sqrt(d_model * warmup)
    return peak * step / warmup if step <= warmup else peak * math.sqrt(warmup / step)


def clip_gradients(parameters, max_norm):
    return nn.utils.clip_grad_norm_(parameters, max_norm)


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    device = next(model.parameters()).device
    source, target = source.to(device), target.to(device)
    model.train(True)
    for group in optimizer.param_groups:
        group["lr"] = rate
    criterion = nn.CrossEntropyLoss(ignore_index=pad)
    optimizer.zero_grad(set_to_none=False)
    logits = model(source, target[:, :-1])
    loss = criterion(logits.transpose(1, 2), target[:, 1:])
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    optimizer.step()
    optimizer.zero_grad()
    return loss.detach().cpu().numpy()[()]


@torch.inference_mode()
def evaluate(model, batches, pad):
    mode = model.training
    model.eval()
    device = next(model.parameters()).device
    batches = [(source.to(device), target.to(device)) for source, target in batches]
    criterion = nn.CrossEntropyLoss(ignore_index=pad, reduction="none")
    losses = [criterion(model(s, t[:, :-1]).transpose(1, 2), t[:, 1:])[t[:, 1:] != pad] for s, t in batches]
    model.train(mode)
    return float(torch.cat(losses).mean())
