# wrong: evaluate averages the mean losses of the batches; shows when batches have different numbers of real labels
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
    model.train()
    device = next(model.parameters()).device
    source, target = source.to(device), target.to(device)
    decoder_input, labels = target[:, :-1], target[:, 1:]

    optimizer.zero_grad()
    model.zero_grad()
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
    device = next(model.parameters()).device
    model.eval()
    losses = []
    with torch.no_grad():
        for source, target in batches:
            source, target = source.to(device), target.to(device)
            logits = model(source, target[:, :-1])
            losses.append(F.cross_entropy(logits.transpose(1, 2), target[:, 1:], ignore_index=pad).item())
    model.train(was_training)
    return sum(losses) / len(losses)
