# wrong: two mistakes: clip_gradients multiplies into a new tensor, so .grad stays as long as it was, and train_step counts the padding in the mean.
import torch
import torch.nn.functional as F


def learning_rate(step, d_model, warmup):
    a = step**-0.5
    b = step * warmup**-1.5
    return d_model**-0.5 * (a if a < b else b)


def clip_gradients(parameters, max_norm):
    params = [p for p in parameters if p.grad is not None]
    norm = torch.cat([p.grad.flatten() for p in params]).norm().item()
    if norm > max_norm:
        for p in params:
            grad = p.grad
            grad = grad * (max_norm / norm)
    return norm


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    model.train()
    dev = next(model.parameters()).device
    src, tgt = source.to(dev), target.to(dev)
    out = model(src, tgt[:, :-1])
    loss = F.cross_entropy(out.permute(0, 2, 1), tgt[:, 1:])
    optimizer.zero_grad()
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    for g in optimizer.param_groups:
        g["lr"] = rate
    optimizer.step()
    return loss.item()


def evaluate(model, batches, pad):
    mode = model.training
    model.eval()
    dev = next(model.parameters()).device
    losses, words = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            src, tgt = source.to(dev), target.to(dev)
            out = model(src, tgt[:, :-1])
            gold = tgt[:, 1:]
            losses += F.cross_entropy(out.permute(0, 2, 1), gold, ignore_index=pad, reduction="sum").item()
            words += (gold != pad).sum().item()
    model.train(mode)
    return losses / words
