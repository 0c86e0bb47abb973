"""Batching: from pairs of sentences to the tensors and masks of one training step.  In every mask True means keep."""

import torch


def add_sos_eos(sentence: list[int], sos: int, eos: int) -> list[int]:
    """What the encoder reads: SOS, the sentence, EOS.

    sentence: token ids, left as they were.  Returns a list with two ids more.
    """
    raise NotImplementedError


def shift_right(sentence: list[int], sos: int, eos: int) -> tuple[list[int], list[int]]:
    """What the decoder reads, and what it must say there.

    sentence: token ids, left as they were.
    Returns (decoder_input, target), each with one id more than the sentence: target[t] is the word that comes after
    decoder_input[t].
    """
    raise NotImplementedError


def pad_to_one_length(sentences: list[list[int]], pad: int) -> torch.Tensor:
    """Fill the short sentences up at the end, to the length of the longest.

    sentences: lists of ids of different lengths, left as they were.  pad: the id to fill up with, not always 0.
    Returns ids (batch, length).
    """
    raise NotImplementedError


def source_mask(source: torch.Tensor, pad: int) -> torch.Tensor:
    """Hide the source's padding from all queries alike.

    source: ids (batch, source).  Returns bool (batch, 1, source): True at real tokens.
    """
    raise NotImplementedError


def target_mask(decoder_input: torch.Tensor, pad: int) -> torch.Tensor:
    """Hide the future and the padding in the decoder's self-attention.

    decoder_input: ids (batch, length).
    Returns bool (batch, query, key), both of that length: True where the key is real and not after the query.
    """
    raise NotImplementedError


def loss_mask(target: torch.Tensor, pad: int) -> torch.Tensor:
    """Which positions count in the loss.

    target: ids (batch, length).
    Returns bool (batch, length): True where a real token is to be predicted, EOS included.
    """
    raise NotImplementedError


def make_batch(pairs: list[tuple[list[int], list[int]]], sos: int, eos: int, pad: int) -> dict[str, torch.Tensor]:
    """Everything one training step needs, from pairs (source sentence, target sentence), in their order.

    Returns a dict:
        "source"         ids  (batch, source)          what the encoder reads
        "decoder_input"  ids  (batch, target)          what the decoder reads
        "target"         ids  (batch, target)          what it must say
        "source_mask"    bool (batch, 1, source)
        "target_mask"    bool (batch, target, target)
        "loss_mask"      bool (batch, target)
    """
    raise NotImplementedError
