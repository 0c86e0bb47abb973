# wrong: evaluate leaves the model in training mode always, and train_step sets the rate after the update; a model in evaluation mode, a rate other than that of the optimiser.
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
    optimizer.zero_grad()
    if not model.training:
        model.train()
    loss = _losses(model, source, target, pad).mean()
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    optimizer.step()
    for group in optimizer.param_groups:
        group["lr"] = rate
    return float(loss.detach())


@torch.no_grad()
def evaluate(model, batches, pad):
    model.eval()
    total, count = 0.0, 0
    for source, target in batches:
        losses = _losses(model, source, target, pad)
        total += losses.sum().item()
        count += losses.numel()
    model.train()
    return total / count
