"""torch.autograd.grad in place of backward; the loss from logsumexp and one-hot labels by einsum."""

import numpy as np
import torch


def learning_rate(step, d_model, warmup):
    return np.min([step**-0.5, step * warmup**-1.5]) * d_model**-0.5


def clip_gradients(parameters, max_norm):
    held = [p for p in parameters if p.grad is not None]
    norm = torch.stack([torch.linalg.vector_norm(p.grad) for p in held]).norm()
    if norm > max_norm:
        for p in held:
            p.grad = p.grad * (max_norm / norm)
    return norm


def mean_loss(logits, labels, real):
    one_hot = torch.eye(logits.shape[-1], dtype=logits.dtype, device=logits.device)[labels]
    losses = torch.logsumexp(logits, -1) - torch.einsum("bpv,bpv->bp", logits, one_hot)
    return (losses * real).sum() / real.sum()


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    model.train()
    source, target = (ids.to(next(iter(model.parameters())).device) for ids in (source, target))
    labels = target[:, 1:]
    loss = mean_loss(model(source, target[:, :-1]), labels, labels != pad)
    parameters = list(model.parameters())
    for parameter, gradient in zip(parameters, torch.autograd.grad(loss, parameters), strict=True):
        parameter.grad = gradient
    clip_gradients(parameters, max_norm)
    for group in optimizer.param_groups:
        group.update(lr=rate)
    optimizer.step()
    return loss.detach().cpu().numpy()


def evaluate(model, batches, pad):
    mode = model.training
    model.eval()
    device = next(iter(model.parameters())).device
    batches = [(s.to(device), t.to(device)) for s, t in batches]
    with torch.no_grad():
        means = [mean_loss(model(s, t[:, :-1]), t[:, 1:], t[:, 1:] != pad) for s, t in batches]
    model.train(mode)
    counts = [(t[:, 1:] != pad).sum() for _, t in batches]
    return np.average([float(m) for m in means], weights=[int(c) for c in counts])
