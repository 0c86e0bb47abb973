# wrong: both functions set model.training = True / False by hand, which does not reach the submodules: evaluate runs with dropout on, and train_step with dropout off after model.eval().
import torch
import torch.nn.functional as F


def learning_rate(step, d_model, warmup):
    return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


def clip_gradients(parameters, max_norm):
    kept = []
    total = 0.0
    for parameter in parameters:
        if parameter.grad is not None:
            kept.append(parameter)
            total += (parameter.grad**2).sum().item()
    total = total**0.5
    if total > max_norm:
        for parameter in kept:
            parameter.grad = parameter.grad * max_norm / total
    return total


def run(model, source, target, pad):
    device = next(model.parameters()).device
    source = source.to(device)
    target = target.to(device)
    log_probs = F.log_softmax(model(source, target[:, :-1]), dim=-1)
    labels = target[:, 1:]
    nll = -log_probs.gather(2, labels.unsqueeze(2)).squeeze(2)
    mask = labels != pad
    return nll[mask].sum(), mask.sum().item()


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    model.training = True
    nll, n = run(model, source, target, pad)
    loss = nll / n
    optimizer.zero_grad()
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.step()
    return loss.item()


def evaluate(model, batches, pad):
    old = model.training
    model.training = False
    total = 0.0
    tokens = 0
    with torch.no_grad():
        for source, target in batches:
            nll, n = run(model, source, target, pad)
            total += nll.item()
            tokens += n
    model.training = old
    return total / tokens
