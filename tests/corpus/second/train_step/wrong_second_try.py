# wrong: train_step clips each entry by value, leaves source where it is, returns a tensor; clip_gradients returns the new length
import torch
from torch import nn
from torch.nn.utils import clip_grad_value_


def learning_rate(step, d_model, warmup):
    rising = step / warmup**1.5
    falling = 1 / step**0.5
    return min(rising, falling) / d_model**0.5


def clip_gradients(parameters, max_norm):
    with_gradient = []
    squares = 0.0
    for parameter in parameters:
        if parameter.grad is None:
            continue
        with_gradient.append(parameter)
        squares += parameter.grad.float().pow(2).sum().item()
    length = squares**0.5
    factor = min(1.0, max_norm / (length + 1e-6))
    for parameter in with_gradient:
        parameter.grad.mul_(factor)
    return length * factor


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    where = next(model.parameters()).device
    target = target.to(where)
    model.train()
    for parameter in model.parameters():
        parameter.grad = None
    for group in optimizer.param_groups:
        group["lr"] = rate

    logits = model(source, target[:, :-1])
    labels = target[:, 1:]
    loss, count = 0.0, 0
    for row_logits, row_labels in zip(logits, labels):
        keep = row_labels != pad
        log_p = row_logits[keep].log_softmax(dim=1)
        loss = loss - log_p[torch.arange(len(log_p), device=where), row_labels[keep]].sum()
        count += int(keep.sum())
    loss = loss / count
    loss.backward()
    clip_grad_value_(model.parameters(), max_norm)
    optimizer.step()
    return loss.detach()


def evaluate(model, batches, pad):
    where = next(model.parameters()).device
    before = model.training
    criterion = nn.CrossEntropyLoss(ignore_index=pad, reduction="sum")
    model.eval()
    loss, count = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            labels = target[:, 1:].to(where)
            logits = model(source.to(where), target[:, :-1].to(where))
            loss += criterion(logits.transpose(1, 2), labels).item()
            count += (labels != pad).sum().item()
    if before:
        model.train()
    return loss / count
