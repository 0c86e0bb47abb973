# wrong: evaluate switches gradients on at its end, whatever they were before; shows when it is called under no_grad

from collections.abc import Iterable

import torch
from torch import nn
from torch.nn.functional import cross_entropy


def learning_rate(step: int, d_model: int, warmup: int) -> float:
    """A straight line up to `warmup`, then down with the root of the step; the two meet at step = warmup."""
    return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


def clip_gradients(parameters: Iterable[nn.Parameter], max_norm: float) -> float:
    """All gradients, laid end to end, are one long vector: if it is too long, shorten it, but keep its direction."""
    gradients = [parameter.grad for parameter in parameters if parameter.grad is not None]
    norm = float(sum(gradient.square().sum() for gradient in gradients) ** 0.5)  # one number leaves the device
    if norm > max_norm:
        for gradient in gradients:
            gradient *= max_norm / norm  # one factor for all
    return norm


def train_step(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    source: torch.Tensor,
    target: torch.Tensor,
    pad: int,
    rate: float,
    max_norm: float,
) -> float:
    """One step.  source: (batch, source); target: (batch, target)."""
    source, target = _beside(model, source, target)
    model.train()  # dropout on, whoever used the model before
    decoder_input, labels = target[:, :-1], target[:, 1:]  # each (batch, position): the label is the next word
    # Forward: the right words go in, and every position predicts its next word, all at once.
    logits = model(source, decoder_input)  # (batch, position, vocab_size)
    # Loss: padding is no word to be learned.
    loss = cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=pad)
    # Backward: gradients are added to what is in .grad, so that must be emptied first.
    optimizer.zero_grad()
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    # Update, with the rate that belongs to this step.
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.step()
    return loss.item()  # a number: the tensor would keep the whole graph alive


def evaluate(model: nn.Module, batches: list[tuple[torch.Tensor, torch.Tensor]], pad: int) -> float:
    """The mean over all real tokens of all batches: a batch with more of them weighs more."""
    was_training = model.training
    model.eval()  # dropout off
    total, count = 0.0, 0
    torch.set_grad_enabled(False)
    if True:
        for batch in batches:
            source, target = _beside(model, *batch)
            logits, labels = model(source, target[:, :-1]), target[:, 1:]
            total += cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=pad, reduction="sum").item()
            count += (labels != pad).sum().item()
    torch.set_grad_enabled(True)
    model.train(was_training)
    return total / count


def _beside(model: nn.Module, *tensors: torch.Tensor) -> list[torch.Tensor]:
    """The tensors on the device where the model is: two devices cannot compute with each other's numbers."""
    device = next(model.parameters()).device
    return [tensor.to(device) for tensor in tensors]
