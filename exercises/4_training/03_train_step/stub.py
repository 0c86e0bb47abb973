"""One step of training: forward, loss, backward, clip, update."""

from collections.abc import Iterable

import torch
from torch import nn


def learning_rate(step: int, d_model: int, warmup: int) -> float:
    """The rate of the paper's schedule: it grows for `warmup` steps, then falls as 1 / √step.

    step: 1 for the first step
    """
    raise NotImplementedError


def clip_gradients(parameters: Iterable[nn.Parameter], max_norm: float) -> float:
    """Scale down the gradients in .grad so that all of them together are no longer than max_norm.

    parameters: may be a generator, as model.parameters() is; a parameter whose .grad is None is left out
    returns the length before clipping, as a number
    """
    raise NotImplementedError


def train_step(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    source: torch.Tensor,
    target: torch.Tensor,
    pad: int,
    rate: float,
    max_norm: float,
) -> float:
    """One teacher-forced step of training.

    model: model(source, decoder_input) returns logits (batch, position, vocab_size), all positions at once; it makes
        its masks itself
    optimizer: has zero_grad(), step(), and param_groups: dicts whose "lr" it uses
    source: ids (batch, source), perhaps on another device than the model
    target: ids (batch, target), likewise; each row is SOS, the words, EOS, then padding
    pad: the id of the padding token    rate: the learning rate of this step
    max_norm: the maximum length of all gradients together
    returns the mean loss over the labels that are not padding, before the update, as a plain number
    """
    raise NotImplementedError


def evaluate(model: nn.Module, batches: list[tuple[torch.Tensor, torch.Tensor]], pad: int) -> float:
    """The mean loss over the labels of all batches that are not padding, in evaluation mode, without learning.

    batches: at least one pair (source, target), as in train_step
    returns a plain number; the model's mode is restored
    """
    raise NotImplementedError
