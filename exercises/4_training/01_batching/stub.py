"""Batching: from pairs of sentences to the tensors and masks of one training step.  In every mask True means keep."""

import torch


def add_sos_eos(words: list[int], sos: int, eos: int) -> list[int]:
    """Put a sentence between its special tokens: SOS, the words, EOS.

    words: token ids.  Returns a list with two more ids.
    """
    raise NotImplementedError


def pad_to_one_length(sentences: list[list[int]], pad: int) -> torch.Tensor:
    """Pad the short sentences at the end, to the length of the longest.

    sentences: lists of ids of different lengths.  pad: the id of the padding, not always 0.
    Returns ids (batch, length).
    """
    raise NotImplementedError


def make_batch(
    pairs: list[tuple[list[int], list[int]]], sos: int, eos: int, pad: int
) -> tuple[torch.Tensor, torch.Tensor]:
    """Make a batch from pairs (source ids, target ids), words only, in their order.

    Returns (source, target): int64 tensors (batch, source) and (batch, target).  Each row is SOS, the words, EOS, then
    padding up to the longest sentence of its own side.
    """
    raise NotImplementedError


def shift_right(target: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """What the decoder reads, and what it must predict there.

    target: ids (batch, target), as make_batch returns them.
    Returns (decoder_input, labels), each with one column fewer: labels[b, t] is the token that comes after
    decoder_input[b, t].
    """
    raise NotImplementedError


def source_mask(source: torch.Tensor, pad: int) -> torch.Tensor:
    """Hide the padding of the source.

    source: ids (batch, source), with padding anywhere.  Returns source_keep, bool (batch, source): True at real tokens.
    """
    raise NotImplementedError


def target_mask(decoder_input: torch.Tensor, pad: int) -> torch.Tensor:
    """Hide the future and the padding in the decoder's self-attention.

    decoder_input: ids (batch, position), with padding anywhere.
    Returns bool (batch, query, key), one query and one key per position: True where the key is not padding and not
    after the query.
    """
    raise NotImplementedError


def loss_mask(labels: torch.Tensor, pad: int) -> torch.Tensor:
    """Which positions count in the loss.

    labels: ids (batch, position), with padding anywhere.
    Returns bool (batch, position): True where a real token must be predicted, EOS included.
    """
    raise NotImplementedError
