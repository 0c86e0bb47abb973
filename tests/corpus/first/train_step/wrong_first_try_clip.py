# wrong: clip_gradients clips every entry to max_norm and returns the length after clipping; evaluate counts padding; long gradients, padding
import math

import torch


def learning_rate(step, d_model, warmup):
    if step < warmup:
        rate = step / warmup**1.5
    else:
        rate = 1 / math.sqrt(step)
    return rate / math.sqrt(d_model)


def clip_gradients(parameters, max_norm):
    total = 0.0
    for p in parameters:
        if p.grad is not None:
            p.grad.clamp_(-max_norm, max_norm)
            total += (p.grad**2).sum().item()
    return math.sqrt(total)


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    device = next(model.parameters()).device
    source = source.to(device)
    target = target.to(device)
    model.train()
    for p in model.parameters():
        p.grad = None
    optimizer.zero_grad()
    for group in optimizer.param_groups:
        group["lr"] = rate
    logits = model(source, target[:, :-1])
    labels = target[:, 1:]
    log_p = torch.log_softmax(logits, dim=-1)
    total = 0.0
    count = 0
    for b in range(labels.shape[0]):
        for t in range(labels.shape[1]):
            label = int(labels[b, t])
            if label != pad:
                total = total - log_p[b, t, label]
                count += 1
    loss = total / count
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    optimizer.step()
    return loss.item()


def evaluate(model, batches, pad):
    mode = model.training
    device = next(model.parameters()).device
    model.eval()
    total = 0.0
    count = 0
    with torch.no_grad():
        for source, target in batches:
            source = source.to(device)
            target = target.to(device)
            labels = target[:, 1:]
            log_p = torch.log_softmax(model(source, target[:, :-1]), dim=-1)
            losses = -log_p.gather(2, labels.unsqueeze(2)).squeeze(2)
            total += (losses * (labels != pad)).sum().item()
            count += labels.numel()
    if mode:
        model.train()
    return total / count
