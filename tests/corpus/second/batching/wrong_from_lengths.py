# wrong: source_mask counts the real tokens and keeps that many from the left; wrong when the padding stands in front or inside
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
    columns = target.size(1) - 1
    return target.narrow(1, 0, columns), target.narrow(1, 1, columns)


def source_mask(source: torch.Tensor, pad: int) -> torch.Tensor:
    lengths = source.ne(pad).sum(dim=1)
    return torch.arange(source.size(1)).unsqueeze(0) < lengths.unsqueeze(1)


def target_mask(decoder_input: torch.Tensor, pad: int) -> torch.Tensor:
    place = torch.arange(decoder_input.size(1))
    not_later = place.unsqueeze(0) <= place.unsqueeze(1)
    return not_later & decoder_input.ne(pad).unsqueeze(1)


def loss_mask(labels: torch.Tensor, pad: int) -> torch.Tensor:
    return labels.ne(pad)
