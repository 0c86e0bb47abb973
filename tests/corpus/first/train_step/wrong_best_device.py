# wrong: train_step and evaluate send the batch to cuda if there is one, not to where the model is; model on another device than the batch
import torch
from torch import nn


DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def real_losses(model, source, target, pad):
    """The loss of each real label of a batch, in one long row."""
    source, target = source.to(DEVICE), target.to(DEVICE)
    labels = target[:, 1:].flatten()
    logits = model(source, target[:, :-1]).flatten(0, 1)
    losses = nn.CrossEntropyLoss(reduction="none")(logits, labels)
    return losses[labels != pad]


def set_rate(optimizer, rate):
    for group in optimizer.param_groups:
        group["lr"] = rate


def learning_rate(step, d_model, warmup):
    scale = d_model ** (-1 / 2)
    return float(scale * min(1 / step ** (1 / 2), step / warmup ** (3 / 2)))


def clip_gradients(parameters, max_norm):
    return nn.utils.clip_grad_norm_(list(parameters), max_norm).item()


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    model.train(True)
    losses = real_losses(model, source, target, pad)
    loss = losses.mean()

    optimizer.zero_grad(set_to_none=True)
    model.zero_grad(set_to_none=True)
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    set_rate(optimizer, rate)
    optimizer.step()
    return loss.detach().item()


@torch.no_grad()
def evaluate(model, batches, pad):
    modes = {module: module.training for module in model.modules()}
    model.eval()
    losses = torch.cat([real_losses(model, source, target, pad) for source, target in batches])
    for module, mode in modes.items():
        module.training = mode
    return losses.mean().item()
