# right: context manager for the mode, a Batch class, one concatenated gradient vector
from contextlib import contextmanager

import torch


@contextmanager
def mode(model, training):
    before = model.training
    model.train(training)
    try:
        yield
    finally:
        model.train(before)


def forget(model, optimizer):
    optimizer.zero_grad()
    for p in model.parameters():
        p.grad = None


class Batch:
    def __init__(self, model, source, target, pad):
        device = next(model.parameters()).device
        target = target.to(device)
        self.logits = model(source.to(device), target[:, :-1])
        self.labels = target[:, 1:]
        self.real = self.labels != pad
        self.count = int(self.real.sum())

    def total(self):
        z, y = self.logits[self.real], self.labels[self.real]
        z = z - z.detach().amax(dim=-1, keepdim=True)
        return (z.exp().sum(dim=-1).log() - z[range(self.count), y]).sum()


def learning_rate(step, d_model, warmup):
    return (d_model * max(step, warmup**3 / step**2)) ** -0.5


def clip_gradients(parameters, max_norm):
    grads = [p.grad for p in parameters if p.grad is not None]
    if not grads:
        return 0.0
    length = torch.cat([g.flatten() for g in grads]).norm()
    shrink = max_norm / length.item() if length > max_norm else 1.0
    with torch.no_grad():
        for g in grads:
            g.copy_(g * shrink)
    return length.item()


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    with mode(model, True):
        forget(model, optimizer)
        batch = Batch(model, source, target, pad)
        loss = batch.total() / batch.count
        loss.backward()
        clip_gradients(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group.update(lr=rate)
        optimizer.step()
    return loss.item()


def evaluate(model, batches, pad):
    total = count = 0
    with mode(model, False), torch.no_grad():
        for source, target in batches:
            batch = Batch(model, source, target, pad)
            total += batch.total().item()
            count += batch.count
    return total / count
