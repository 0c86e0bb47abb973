# right: log_softmax and gather in a helper, gradients concatenated, schedule from its peak
import torch


def learning_rate(step, d_model, warmup):
    peak = 1 / (d_model * warmup) ** 0.5
    if step <= warmup:
        return peak * step / warmup
    return peak * (warmup / step) ** 0.5


def clip_gradients(parameters, max_norm):
    parameters = [p for p in parameters if p.grad is not None]
    if not parameters:
        return 0.0
    everything = torch.cat([p.grad.detach().flatten() for p in parameters])
    length = everything.norm().item()
    if length > max_norm:
        for p in parameters:
            p.grad *= max_norm / length
    return length


def token_losses(model, source, target, pad):
    """Sum of the losses of the real labels, and how many there are."""
    device = next(model.parameters()).device
    source = source.to(device)
    target = target.to(device)
    labels = target[:, 1:]
    log_probs = torch.log_softmax(model(source, target[:, :-1]), dim=-1)
    picked = log_probs.gather(2, labels.unsqueeze(2)).squeeze(2)
    real = labels != pad
    return -picked[real].sum(), real.sum()


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    model.train()
    optimizer.zero_grad()
    total, count = token_losses(model, source, target, pad)
    loss = total / count
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.step()
    return loss.item()


@torch.no_grad()
def evaluate(model, batches, pad):
    mode = model.training
    model.eval()
    totals, counts = [], []
    for source, target in batches:
        total, count = token_losses(model, source, target, pad)
        totals.append(total.item())
        counts.append(count.item())
    model.train(mode)
    return sum(totals) / sum(counts)
