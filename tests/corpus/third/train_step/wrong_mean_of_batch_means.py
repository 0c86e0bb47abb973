# wrong: evaluate averages the mean losses of the batches, so labels of a batch with few words weigh more; equal only if all batches have the same number of labels.
import torch
import torch.nn.functional as F


def learning_rate(step, d_model, warmup):
    return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


def clip_gradients(parameters, max_norm):
    parameters = [p for p in parameters if p.grad is not None]
    norms = [torch.linalg.vector_norm(p.grad) for p in parameters]
    total = float(sum(n**2 for n in norms)) ** 0.5
    scale = min(1.0, max_norm / total) if total > 0 else 1.0
    for p in parameters:
        p.grad.mul_(scale)
    return total


def compute_loss(model, source, target, pad):
    device = next(model.parameters()).device
    target = target.to(device)
    logits = model(source.to(device), target[:, :-1])
    return F.cross_entropy(logits.transpose(1, 2), target[:, 1:], ignore_index=pad)


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    model.train()
    loss = compute_loss(model, source, target, pad)
    optimizer.zero_grad()
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.step()
    return loss.item()


def evaluate(model, batches, pad):
    training = model.training
    model.eval()
    losses = []
    with torch.no_grad():
        for source, target in batches:
            losses.append(compute_loss(model, source, target, pad).item())
    model.train(training)
    return sum(losses) / len(losses)
