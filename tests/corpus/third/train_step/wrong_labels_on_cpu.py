# wrong: only what the model reads is moved to its device; the labels stay on the CPU, so the loss mixes devices as soon as the model is on an accelerator.
import torch
import torch.nn.functional as F


def learning_rate(step, d_model, warmup):
    warm = step * warmup**-1.5
    cool = step**-0.5
    return min(warm, cool) * d_model**-0.5


def clip_gradients(parameters, max_norm):
    gradients = [p.grad for p in parameters if p.grad is not None]
    norm = torch.stack([g.pow(2).sum() for g in gradients]).sum().sqrt().item()
    if norm > max_norm:
        for g in gradients:
            g.mul_(max_norm / norm)
    return norm


def split(target):
    return target[:, :-1], target[:, 1:]


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    model.train()
    device = next(model.parameters()).device
    decoder_input, labels = split(target)
    logits = model(source.to(device), decoder_input.to(device))
    loss = F.cross_entropy(logits.transpose(1, 2), labels, ignore_index=pad)
    optimizer.zero_grad()
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.step()
    return loss.item()


def evaluate(model, batches, pad):
    mode = model.training
    model.eval()
    device = next(model.parameters()).device
    total, count = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            decoder_input, labels = split(target)
            logits = model(source.to(device), decoder_input.to(device))
            total += F.cross_entropy(logits.transpose(1, 2), labels, ignore_index=pad, reduction="sum").item()
            count += (labels != pad).sum().item()
    model.train(mode)
    return total / count
