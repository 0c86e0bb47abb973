# wrong: shift_right rolls and cuts no column; target_mask keeps the future and marks hidden pairs with True instead of kept ones
import torch
from torch.nn.utils.rnn import pad_sequence


def add_sos_eos(words: list[int], sos: int, eos: int) -> list[int]:
    return [sos, *words, eos]


def pad_to_one_length(sentences: list[list[int]], pad: int) -> torch.Tensor:
    rows = [torch.tensor(s, dtype=torch.long) for s in sentences]
    return pad_sequence(rows, batch_first=True, padding_value=pad)


def make_batch(pairs, sos: int, eos: int, pad: int):
    sources, targets = zip(*pairs)
    return tuple(
        pad_to_one_length([add_sos_eos(words, sos, eos) for words in side], pad) for side in (sources, targets)
    )


def shift_right(target: torch.Tensor):
    decoder_input = torch.roll(target, shifts=1, dims=1)
    decoder_input[:, 0] = target[:, 0]
    return decoder_input, target


def source_mask(source: torch.Tensor, pad: int) -> torch.Tensor:
    return source.ne(pad)


def target_mask(decoder_input: torch.Tensor, pad: int) -> torch.Tensor:
    n = decoder_input.size(1)
    look_ahead = torch.tril(torch.ones(n, n, dtype=torch.bool))
    padding = decoder_input.eq(pad)
    return look_ahead.unsqueeze(0) | padding.unsqueeze(1)


def loss_mask(labels: torch.Tensor, pad: int) -> torch.Tensor:
    return source_mask(labels, pad)
