# wrong: clip_gradients shortens every parameter's gradient by itself to max_norm, which changes the direction and can leave all together longer than max_norm.
import torch
from torch import nn


def learning_rate(step, d_model, warmup):
    scale = d_model ** (-0.5)
    return scale * min(step ** (-0.5), step * warmup ** (-1.5))


def clip_gradients(parameters, max_norm):
    squares = 0.0
    for p in parameters:
        if p.grad is not None:
            length = p.grad.norm().item()
            squares += length**2
            if length > max_norm:
                p.grad.mul_(max_norm / length)
    return squares**0.5


class Loss:
    def __init__(self, pad):
        self.pad = pad
        self.criterion = nn.CrossEntropyLoss(ignore_index=pad, reduction="sum")

    def __call__(self, model, source, target):
        device = next(model.parameters()).device
        target = target.to(device)
        labels = target[:, 1:].reshape(-1)
        logits = model(source.to(device), target[:, :-1])
        return self.criterion(logits.reshape(len(labels), -1), labels), (labels != self.pad).sum().item()


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    model.train()
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.zero_grad()
    total, count = Loss(pad)(model, source, target)
    loss = total / count
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    optimizer.step()
    return loss.item()


def evaluate(model, batches, pad):
    mode = model.training
    model.eval()
    measure = Loss(pad)
    with torch.no_grad():
        results = [measure(model, source, target) for source, target in batches]
    model.train(mode)
    return sum(t.item() for t, _ in results) / sum(c for _, c in results)
