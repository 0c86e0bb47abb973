# right: a Batch class with logsumexp, a context manager for the mode, torch's own clipping
from contextlib import contextmanager

import torch
from torch.nn.utils import clip_grad_norm_


class Batch:
    def __init__(self, model, source, target, pad):
        device = next(model.parameters()).device
        self.source = source.to(device)
        self.decoder_input = target.to(device)[:, :-1]
        self.labels = target.to(device)[:, 1:]
        self.real = self.labels.ne(pad)

    def losses(self, model):
        """One loss for each real label."""
        logits = model(self.source, self.decoder_input)[self.real]
        right = logits.gather(-1, self.labels[self.real][:, None])[:, 0]
        return logits.logsumexp(-1) - right


@contextmanager
def evaluation_mode(model):
    modes = [(module, module.training) for module in model.modules()]
    model.eval()
    try:
        yield
    finally:
        for module, mode in modes:
            module.training = mode


def learning_rate(step, d_model, warmup):
    return (d_model * max(step, warmup**3 / step**2)) ** -0.5


def clip_gradients(parameters, max_norm):
    return float(clip_grad_norm_(parameters, max_norm))


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    model.train(True)
    optimizer.zero_grad(set_to_none=True)
    loss = Batch(model, source, target, pad).losses(model).mean()
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    for group in optimizer.param_groups:
        group.update(lr=rate)
    optimizer.step()
    return loss.item()


def evaluate(model, batches, pad):
    with evaluation_mode(model), torch.no_grad():
        losses = [Batch(model, source, target, pad).losses(model) for source, target in batches]
    return torch.cat(losses).mean().item()
