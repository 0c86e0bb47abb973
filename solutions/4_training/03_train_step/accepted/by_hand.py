"""The loss from log-softmax and gather, everything written out in loops over parameters."""

import math

import torch


def learning_rate(step, d_model, warmup):
    rising = step / (warmup * math.sqrt(warmup))
    falling = 1 / math.sqrt(step)
    return (rising if rising < falling else falling) / math.sqrt(d_model)


def clip_gradients(parameters, max_norm):
    parameters = list(parameters)
    squares = 0.0
    for parameter in parameters:
        if parameter.grad is not None:
            squares += float((parameter.grad * parameter.grad).sum())
    norm = math.sqrt(squares)
    if norm > max_norm:
        for parameter in parameters:
            if parameter.grad is not None:
                parameter.grad = parameter.grad * max_norm / norm
    return norm


def losses_of_real_tokens(model, source, target, pad):
    for parameter in model.parameters():
        source, target = source.to(parameter.device), target.to(parameter.device)
    given, labels = target[:, :-1], target[:, 1:]
    log_probabilities = torch.log_softmax(model(source, given), dim=-1)
    chosen = torch.gather(log_probabilities, 2, labels.unsqueeze(2)).squeeze(2)
    return -chosen[labels != pad]


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    model.train()
    for parameter in model.parameters():
        parameter.grad = None
    loss = losses_of_real_tokens(model, source, target, pad).mean()
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.step()
    return loss.item()


def evaluate(model, batches, pad):
    mode = model.training
    model.eval()
    total, count = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            losses = losses_of_real_tokens(model, source, target, pad)
            total, count = total + losses.sum().item(), count + losses.numel()
    if mode:
        model.train()
    return total / count
