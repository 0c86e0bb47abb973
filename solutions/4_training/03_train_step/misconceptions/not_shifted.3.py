import torch
from solution import clip_gradients
from torch.nn.functional import cross_entropy


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    device = next(model.parameters()).device
    source, target = source.to(device), target.to(device)
    model.train()
    logits, labels = model(source, target), target
    loss = cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=pad)
    optimizer.zero_grad()
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.step()
    return loss.item()


def evaluate(model, batches, pad):
    device = next(model.parameters()).device
    was_training = model.training
    model.eval()
    total, count = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            source, target = source.to(device), target.to(device)
            logits, labels = model(source, target), target
            total += cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=pad, reduction="sum").item()
            count += (labels != pad).sum().item()
    model.train(was_training)
    return total / count
