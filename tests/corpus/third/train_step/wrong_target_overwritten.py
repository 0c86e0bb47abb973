# wrong: the padding in `labels`, a view of the caller's target, is overwritten with -100, so the batch is changed after train_step or evaluate (on the same device).
import torch
import torch.nn.functional as F


def learning_rate(step, d_model, warmup):
    if step <= warmup:
        return d_model**-0.5 * step * warmup**-1.5
    return (d_model * step) ** -0.5


def clip_gradients(parameters, max_norm):
    grads = [p.grad.detach() for p in parameters if p.grad is not None]
    norm = sum(g.norm().item() ** 2 for g in grads) ** 0.5
    for g in grads:
        g.mul_(min(1.0, max_norm / norm) if norm else 1.0)
    return norm


def prepare(target, pad):
    decoder_input = target[:, :-1].clone()
    labels = target[:, 1:]
    labels[labels == pad] = -100  # cross_entropy ignores -100
    return decoder_input, labels


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    model.train()
    device = next(model.parameters()).device
    decoder_input, labels = prepare(target.to(device), pad)
    logits = model(source.to(device), decoder_input)
    loss = F.cross_entropy(logits.reshape(-1, logits.shape[-1]), labels.reshape(-1))
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
    total = count = 0.0
    with torch.no_grad():
        for source, target in batches:
            decoder_input, labels = prepare(target.to(device), pad)
            logits = model(source.to(device), decoder_input)
            total += F.cross_entropy(logits.reshape(-1, logits.shape[-1]), labels.reshape(-1), reduction="sum").item()
            count += (labels >= 0).sum().item()
    model.train(mode)
    return total / count
