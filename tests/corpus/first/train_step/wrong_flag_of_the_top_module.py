# wrong: train_step and evaluate set model.training only, the dropout inside keeps its old mode; models with dropout in a submodule
import torch
import torch.nn.functional as F


def learning_rate(step, d_model, warmup):
    return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


def clip_gradients(parameters, max_norm):
    grads = [p.grad for p in parameters if p.grad is not None]
    length = sum((g**2).sum().item() for g in grads) ** 0.5
    if length > max_norm:
        for g in grads:
            g.mul_(max_norm / length)
    return length


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    model.training = True
    device = next(model.parameters()).device
    source, target = source.to(device), target.to(device)
    decoder_input, labels = target[:, :-1], target[:, 1:]

    optimizer.zero_grad()
    logits = model(source, decoder_input)
    loss = F.cross_entropy(logits.transpose(1, 2), labels, ignore_index=pad)
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.step()
    return loss.item()


def evaluate(model, batches, pad):
    was_training = model.training
    model.training = False
    device = next(model.parameters()).device
    total, count = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            source, target = source.to(device), target.to(device)
            labels = target[:, 1:]
            logits = model(source, target[:, :-1])
            total += F.cross_entropy(logits.transpose(1, 2), labels, ignore_index=pad, reduction="sum").item()
            count += (labels != pad).sum().item()
    model.training = was_training
    return total / count
