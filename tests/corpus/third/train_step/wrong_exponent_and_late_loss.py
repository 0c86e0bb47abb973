# wrong: two mistakes: learning_rate uses step * warmup^-0.5 while warming up (so it never warms up for warmup > 1), and train_step returns the loss of a second forward pass after the update.
import torch
import torch.nn.functional as F


def learning_rate(step, d_model, warmup):
    return d_model**-0.5 * min(step**-0.5, step * warmup**-0.5)


def clip_gradients(parameters, max_norm):
    return float(torch.nn.utils.clip_grad_norm_(list(parameters), max_norm))


def loss_of(model, source, target, pad):
    logits = model(source, target[:, :-1])
    return F.cross_entropy(logits.transpose(1, 2), target[:, 1:], ignore_index=pad)


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    model.train()
    device = next(model.parameters()).device
    source, target = source.to(device), target.to(device)
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.zero_grad()
    loss_of(model, source, target, pad).backward()
    clip_gradients(model.parameters(), max_norm)
    optimizer.step()
    with torch.no_grad():
        return loss_of(model, source, target, pad).item()


def evaluate(model, batches, pad):
    mode = model.training
    model.eval()
    device = next(model.parameters()).device
    total = 0.0
    count = 0
    with torch.no_grad():
        for source, target in batches:
            source, target = source.to(device), target.to(device)
            n = (target[:, 1:] != pad).sum().item()
            total += n * loss_of(model, source, target, pad).item()
            count += n
    model.train(mode)
    return total / count
