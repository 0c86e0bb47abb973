# wrong: evaluate switches gradients off globally and never on again; shows in any train_step or backward after it
import math

import torch


def learning_rate(step, d_model, warmup):
    if step < warmup:
        rate = step / warmup**1.5
    else:
        rate = 1 / math.sqrt(step)
    return rate / math.sqrt(d_model)


def clip_gradients(parameters, max_norm):
    parameters = list(parameters)
    squares = 0.0
    for p in parameters:
        if p.grad is None:
            continue
        squares += float(torch.sum(p.grad * p.grad))
    norm = math.sqrt(squares)
    if norm > max_norm:
        for p in parameters:
            if p.grad is not None:
                p.grad *= max_norm / norm
    return norm


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
    torch.set_grad_enabled(False)
    losses = []
    for source, target in batches:
        labels = target[:, 1:].tolist()
        logits = model(source.to(device), target[:, :-1].to(device))
        log_p = torch.log_softmax(logits, dim=-1).tolist()
        for row, ids in zip(log_p, labels):
            for scores, label in zip(row, ids):
                if label != pad:
                    losses.append(-scores[label])
    model.train(mode)
    return sum(losses) / len(losses)
