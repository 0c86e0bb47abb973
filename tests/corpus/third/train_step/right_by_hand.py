# right: log-sum-exp and gather written out, gradients rescaled through p.grad.copy_, the mode of every submodule remembered one by one.
import torch


def learning_rate(step, d_model, warmup):
    rising = step / warmup**1.5
    falling = 1.0 / step**0.5
    smaller = rising if rising < falling else falling
    return smaller / d_model**0.5


def clip_gradients(parameters, max_norm):
    with_gradient = []
    square_sum = 0.0
    for p in parameters:
        if p.grad is None:
            continue
        with_gradient.append(p)
        length = torch.linalg.vector_norm(p.grad.detach()).item()
        square_sum += length * length
    norm = square_sum**0.5
    factor = 1.0 if norm <= max_norm else max_norm / norm
    if factor < 1.0:
        with torch.no_grad():
            for p in with_gradient:
                p.grad.copy_(p.grad * factor)
    return norm


class Forward:
    def __init__(self, model, pad):
        self.model, self.pad = model, pad
        self.device = next(model.parameters()).device

    def __call__(self, source, target):
        source = source.to(self.device)
        target = target.to(self.device)
        width = target.shape[1]
        scores = self.model(source, target[:, : width - 1])
        wanted = target[:, 1:width]
        weight = (wanted != self.pad).to(scores.dtype)
        m = scores.detach().amax(dim=-1, keepdim=True)
        log_sum = (scores - m).exp().sum(dim=-1).log()
        right = (scores - m).gather(-1, wanted.unsqueeze(-1)).squeeze(-1)
        return ((log_sum - right) * weight).sum(), weight.sum()


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    model.train()
    total, count = Forward(model, pad)(source, target)
    loss = total / count
    for p in model.parameters():
        p.grad = None
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.step()
    return loss.item()


def evaluate(model, batches, pad):
    modes = [(module, module.training) for module in model.modules()]
    model.eval()
    forward = Forward(model, pad)
    loss_sum = count_sum = 0.0
    for source, target in batches:
        with torch.no_grad():
            total, count = forward(source, target)
        loss_sum += total.item()
        count_sum += count.item()
    for module, mode in modes:
        module.training = mode
    return loss_sum / count_sum
