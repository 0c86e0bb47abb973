# wrong: the rate is put into the first parameter group only, so an optimiser with several groups updates the others at their old rate.
import torch
import torch.nn.functional as F


def learning_rate(step, d_model, warmup):
    return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


def clip_gradients(parameters, max_norm):
    parameters = list(parameters)
    total = 0.0
    for p in parameters:
        if p.grad is not None:
            total += p.grad.square().sum().item()
    norm = total**0.5
    if norm > max_norm:
        for p in parameters:
            if p.grad is not None:
                p.grad *= max_norm / norm
    return norm


def batch_loss(model, batch, pad):
    device = next(model.parameters()).device
    source, target = (ids.to(device) for ids in batch)
    logits = model(source, target[:, :-1])
    labels = target[:, 1:].reshape(-1)
    losses = F.cross_entropy(logits.reshape(-1, logits.shape[-1]), labels, reduction="none")
    return losses[labels != pad]


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    model.train()
    optimizer.param_groups[0]["lr"] = rate
    optimizer.zero_grad()
    loss = batch_loss(model, (source, target), pad).mean()
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    optimizer.step()
    return loss.item()


def evaluate(model, batches, pad):
    training = model.training
    model.eval()
    with torch.no_grad():
        losses = torch.cat([batch_loss(model, batch, pad) for batch in batches])
    model.train(training)
    return losses.mean().item()
