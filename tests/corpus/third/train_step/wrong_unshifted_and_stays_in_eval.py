# wrong: two mistakes: train_step predicts the token that the decoder reads (labels = decoder input), and evaluate leaves a model that was in training mode in evaluation mode.
import torch
from torch import nn


def learning_rate(step, d_model, warmup):
    return min(step**-0.5, step * warmup**-1.5) / d_model**0.5


def clip_gradients(parameters, max_norm):
    return nn.utils.clip_grad_norm_([p for p in parameters], max_norm).item()


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    device = next(model.parameters()).device
    source = source.to(device)
    target = target.to(device)
    criterion = nn.CrossEntropyLoss(ignore_index=pad)

    model.train()
    decoder_input = target[:, :-1]
    labels = target[:, :-1]
    logits = model(source, decoder_input)
    loss = criterion(logits.reshape(-1, logits.size(-1)), labels.reshape(-1))

    optimizer.zero_grad()
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.step()
    return loss.item()


def evaluate(model, batches, pad):
    device = next(model.parameters()).device
    criterion = nn.CrossEntropyLoss(ignore_index=pad, reduction="sum")
    total, count = 0.0, 0
    model.eval()
    with torch.no_grad():
        for source, target in batches:
            target = target.to(device)
            logits = model(source.to(device), target[:, :-1])
            labels = target[:, 1:]
            total += criterion(logits.reshape(-1, logits.size(-1)), labels.reshape(-1)).item()
            count += int((labels != pad).sum())
    return total / count
