# right: the usual torch recipe, with a hand-written clipping over a list of the gradients and F.cross_entropy on summed losses.
import torch
import torch.nn.functional as F


def learning_rate(step, d_model, warmup):
    return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


def clip_gradients(parameters, max_norm):
    gradients = [p.grad for p in parameters if p.grad is not None]
    norm = sum(float((g.detach() ** 2).sum()) for g in gradients) ** 0.5
    if norm > max_norm:
        for g in gradients:
            g.mul_(max_norm / norm)
    return norm


def _summed_loss(model, source, target, pad):
    device = next(model.parameters()).device
    source, target = source.to(device), target.to(device)
    decoder_input, labels = target[:, :-1], target[:, 1:]
    logits = model(source, decoder_input)
    summed = F.cross_entropy(logits.transpose(1, 2), labels, ignore_index=pad, reduction="sum")
    return summed, int((labels != pad).sum())


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    model.train()
    summed, count = _summed_loss(model, source, target, pad)
    loss = summed / count
    optimizer.zero_grad()
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.step()
    return loss.item()


def evaluate(model, batches, pad):
    was_training = model.training
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            summed, count = _summed_loss(model, source, target, pad)
            total += summed.item()
            tokens += count
    model.train(was_training)
    return total / tokens
