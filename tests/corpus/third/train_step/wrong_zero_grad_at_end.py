# wrong: zero_grad() is called after the update instead of before backward, so gradients that are in .grad before the call are added to the first step.
import torch
import torch.nn.functional as F


def learning_rate(step, d_model, warmup):
    return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


def clip_gradients(parameters, max_norm):
    grads = [p.grad for p in parameters if p.grad is not None]
    total = torch.sqrt(sum((g**2).sum() for g in grads)).item()
    if total > max_norm:
        for g in grads:
            g *= max_norm / total
    return total


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    model.train()
    device = next(model.parameters()).device
    source = source.to(device)
    target = target.to(device)

    logits = model(source, target[:, :-1])
    labels = target[:, 1:]
    loss = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=pad)
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.step()
    optimizer.zero_grad()  # clean for the next step
    return loss.item()


def evaluate(model, batches, pad):
    before = model.training
    model.eval()
    device = next(model.parameters()).device
    total = count = 0
    with torch.no_grad():
        for source, target in batches:
            target = target.to(device)
            logits = model(source.to(device), target[:, :-1])
            labels = target[:, 1:].flatten()
            total += F.cross_entropy(logits.flatten(0, 1), labels, ignore_index=pad, reduction="sum").item()
            count += (labels != pad).sum().item()
    model.train(before)
    return total / count
