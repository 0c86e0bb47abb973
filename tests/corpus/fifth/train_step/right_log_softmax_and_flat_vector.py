# right: log_softmax, gather and a mask; the gradients as one flat vector; piecewise rate.
import math

import torch


def learning_rate(step, d_model, warmup):
    if step < warmup:
        factor = step / (warmup * math.sqrt(warmup))
    else:
        factor = 1 / math.sqrt(step)
    return factor / math.sqrt(d_model)


def clip_gradients(parameters, max_norm):
    gradients = [p.grad for p in parameters if p.grad is not None]
    if not gradients:
        return 0.0
    length = torch.cat([g.reshape(-1) for g in gradients]).norm().item()
    if length > max_norm:
        for g in gradients:
            g *= max_norm / length
    return length


def _losses(model, source, target, pad):
    """The losses of the real labels as one vector."""
    device = next(model.parameters()).device
    source = source.to(device)
    decoder_input = target[:, :-1].to(device)
    labels = target[:, 1:].to(device)
    log_p = model(source, decoder_input).log_softmax(-1)
    log_p = log_p.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    return -log_p[labels != pad]


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.zero_grad()
    if not model.training:
        model.train()
    loss = _losses(model, source, target, pad).mean()
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    optimizer.step()
    return float(loss.detach())


@torch.no_grad()
def evaluate(model, batches, pad):
    was_training = model.training
    model.eval()
    total, count = 0.0, 0
    for source, target in batches:
        losses = _losses(model, source, target, pad)
        total += losses.sum().item()
        count += losses.numel()
    if was_training:
        model.train()
    return total / count
