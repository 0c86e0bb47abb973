"""Batching: from pairs of sentences to the tensors and masks of one training step.  In every mask True means keep."""

import torch
from torch.nn.utils.rnn import pad_sequence


def add_sos_eos(words: list[int], sos: int, eos: int) -> list[int]:
    """SOS, the words, EOS.  n ids become n + 2."""
    return [sos, *words, eos]


def pad_to_one_length(sentences: list[list[int]], pad: int) -> torch.Tensor:
    """The padding goes to the end.  Returns ids (batch, length of the longest)."""
    length = max(len(sentence) for sentence in sentences)
    ids = torch.full((len(sentences), length), pad)  # nothing but padding ...
    for row, sentence in enumerate(sentences):
        ids[row, : len(sentence)] = torch.tensor(sentence)  # ... until the words are written over its beginning
    return ids


def make_batch(
    pairs: list[tuple[list[int], list[int]]], sos: int, eos: int, pad: int
) -> tuple[torch.Tensor, torch.Tensor]:
    """Returns source (batch, source) and target (batch, target). (Calling the functions above is just as good.)"""
    # Each sentence gets its special tokens before the padding, so that EOS comes right after its last word.
    sources = [torch.tensor([sos, *source, eos]) for source, _ in pairs]
    targets = [torch.tensor([sos, *target, eos]) for _, target in pairs]

    # Each side is padded to its own longest sentence.
    source = pad_sequence(sources, batch_first=True, padding_value=pad)
    target = pad_sequence(targets, batch_first=True, padding_value=pad)
    return source, target


def shift_right(target: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """The decoder's input and its labels.  target: (batch, target).  Returns two times (batch, target - 1)."""
    decoder_input = target[:, :-1]  # SOS and the words so far ...
    labels = target[:, 1:]  # ... and, at the same position, the token that comes next
    return decoder_input, labels


def source_mask(source: torch.Tensor, pad: int) -> torch.Tensor:
    """Real tokens are seen, padding is not.  source: (batch, source).  Returns bool (batch, source)."""
    return source != pad


def target_mask(decoder_input: torch.Tensor, pad: int) -> torch.Tensor:
    """Neither the future nor padding is seen.  decoder_input: (batch, position).  Returns bool (batch, query, key)."""
    length = decoder_input.shape[1]
    no_future = decoder_input.new_ones(length, length, dtype=torch.bool).tril()  # (query, key), on the same device
    no_padding = (decoder_input != pad)[:, None, :]  # (batch, 1, key): the same for every query
    return no_future & no_padding  # both must keep a key


def loss_mask(labels: torch.Tensor, pad: int) -> torch.Tensor:
    """Every real token counts, EOS too.  labels: (batch, position).  Returns bool (batch, position)."""
    return labels != pad
