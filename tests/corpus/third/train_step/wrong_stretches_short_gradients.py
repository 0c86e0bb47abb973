# wrong: clip_gradients always multiplies by max_norm / norm, so gradients shorter than max_norm are made longer.
import torch
import torch.nn.functional as F


def learning_rate(step, d_model, warmup):
    return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


def clip_gradients(parameters, max_norm):
    """Bring the whole gradient vector to the length max_norm."""
    grads = []
    for p in parameters:
        if p.grad is not None:
            grads.append(p.grad)
    norm = torch.sqrt(sum(torch.sum(g * g) for g in grads)).item()
    factor = max_norm / (norm + 1e-12)
    for g in grads:
        g.mul_(factor)
    return norm


def losses_of(model, source, target, pad):
    device = next(model.parameters()).device
    source = source.to(device)
    target = target.to(device)
    logits = model(source, target[:, :-1])
    labels = target[:, 1:]
    logp = logits - logits.logsumexp(-1, keepdim=True)
    picked = logp.gather(-1, labels[..., None])[..., 0]
    return -picked.masked_select(labels != pad)


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    model.train()
    optimizer.zero_grad()
    loss = losses_of(model, source, target, pad).mean()
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.step()
    return loss.detach().item()


def evaluate(model, batches, pad):
    state = model.training
    model.eval()
    everything = []
    with torch.no_grad():
        for source, target in batches:
            everything.extend(losses_of(model, source, target, pad).tolist())
    model.train(state)
    return sum(everything) / len(everything)
