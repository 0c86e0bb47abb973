"""Batching: from pairs of sentences to the tensors and masks of one training step.  In every mask True means keep."""

import torch
from torch.nn.utils.rnn import pad_sequence


def add_sos_eos(sentence: list[int], sos: int, eos: int) -> list[int]:
    """SOS, the sentence, EOS.  n ids become n + 2."""
    return [sos, *sentence, eos]


def shift_right(sentence: list[int], sos: int, eos: int) -> tuple[list[int], list[int]]:
    """The decoder's input and its target.  n ids become n + 1 and n + 1."""
    decoder_input = [sos, *sentence]  # what has been said so far ...
    target = [*sentence, eos]  # ... and what comes next, at the same position
    return decoder_input, target


def pad_to_one_length(sentences: list[list[int]], pad: int) -> torch.Tensor:
    """The padding goes to the end.  Returns ids (batch, length of the longest)."""
    length = max(len(sentence) for sentence in sentences)
    ids = torch.full((len(sentences), length), pad)  # nothing but padding ...
    for row, sentence in enumerate(sentences):
        ids[row, : len(sentence)] = torch.tensor(sentence)  # ... until the words are written over its beginning
    return ids


def source_mask(source: torch.Tensor, pad: int) -> torch.Tensor:
    """Real tokens are seen, padding is not.  source: (batch, source).  Returns bool (batch, 1, source)."""
    real = source != pad  # (batch, source)
    return real[:, None, :]  # the same for every query


def target_mask(decoder_input: torch.Tensor, pad: int) -> torch.Tensor:
    """Neither the future nor padding is seen.  decoder_input: (batch, length).  Returns bool (batch, query, key)."""
    length = decoder_input.shape[1]
    no_future = decoder_input.new_ones(length, length, dtype=torch.bool).tril()  # (query, key), on the same device
    no_padding = (decoder_input != pad)[:, None, :]  # (batch, 1, key)
    return no_future & no_padding  # both must keep a key


def loss_mask(target: torch.Tensor, pad: int) -> torch.Tensor:
    """Every real token counts, EOS too.  target: (batch, length).  Returns bool (batch, length)."""
    return target != pad


def make_batch(pairs: list[tuple[list[int], list[int]]], sos: int, eos: int, pad: int) -> dict[str, torch.Tensor]:
    """All steps at a glance. (Calling the functions above is just as good.)"""
    # Each sentence gets its special tokens before the padding, so that EOS stands right behind its last word.
    sources = [torch.tensor([sos, *source, eos]) for source, _ in pairs]
    inputs = [torch.tensor([sos, *target]) for _, target in pairs]
    targets = [torch.tensor([*target, eos]) for _, target in pairs]

    # Source and target are padded each by itself: their lengths may differ.
    source = pad_sequence(sources, batch_first=True, padding_value=pad)  # (batch, source)
    decoder_input = pad_sequence(inputs, batch_first=True, padding_value=pad)  # (batch, target)
    target = pad_sequence(targets, batch_first=True, padding_value=pad)  # (batch, target)

    # One question for all three masks: is this a real token? Only the decoder also asks: has it been said yet?
    length = target.shape[1]
    no_future = target.new_ones(length, length, dtype=torch.bool).tril()  # (query, key)
    return {
        "source": source,
        "decoder_input": decoder_input,
        "target": target,
        "source_mask": (source != pad)[:, None, :],  # (batch, 1, source)
        "target_mask": no_future & (decoder_input != pad)[:, None, :],  # (batch, target, target)
        "loss_mask": target != pad,  # (batch, target)
    }
