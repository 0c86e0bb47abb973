# right: gradients by torch.autograd.grad, put into .grad afterwards; a one-hot product gives the loss; clipping scales the concatenated vector's pieces.
import torch
import torch.nn.functional as F


def learning_rate(step, d_model, warmup):
    return (d_model * max(step, warmup**3 / step**2)) ** -0.5


def clip_gradients(parameters, max_norm):
    owners = [p for p in list(parameters) if p.grad is not None]
    if not owners:
        return 0.0
    everything = torch.cat([p.grad.detach().reshape(-1) for p in owners])
    norm = everything.norm().item()
    if norm > max_norm:
        everything = everything * (max_norm / norm)
        start = 0
        for p in owners:
            stop = start + p.grad.numel()
            p.grad.data.copy_(everything[start:stop].view_as(p.grad))
            start = stop
    return norm


def _mean_loss(model, source, target, pad):
    device = next(model.parameters()).device
    source, target = source.to(device), target.to(device)
    logits = model(source, target[:, :-1])
    labels = target[:, 1:]
    one_hot = F.one_hot(labels, logits.shape[-1]).to(logits.dtype)
    real = (labels != pad).to(logits.dtype)
    per_position = -(one_hot * torch.log_softmax(logits, dim=-1)).sum(-1)
    return (per_position * real).sum() / real.sum(), real.sum().item()


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    model.train()
    optimizer.zero_grad()
    loss, _ = _mean_loss(model, source, target, pad)
    learnable = [p for p in model.parameters() if p.requires_grad]
    for p, g in zip(learnable, torch.autograd.grad(loss, learnable, allow_unused=True)):
        p.grad = g
    clip_gradients(learnable, max_norm)
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.step()
    return loss.item()


def evaluate(model, batches, pad):
    training = model.training
    model.train(False)
    with torch.no_grad():
        results = [_mean_loss(model, source, target, pad) for source, target in batches]
    model.train(training)
    tokens = sum(count for _, count in results)
    return sum(loss.item() * count for loss, count in results) / tokens
