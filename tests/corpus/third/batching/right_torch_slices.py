# right: idiomatic torch: torch.full and row assignment for padding, slicing, tril and broadcasting for the masks.
import torch


def add_sos_eos(words: list[int], sos: int, eos: int) -> list[int]:
    return [sos, *words, eos]


def pad_to_one_length(sentences: list[list[int]], pad: int) -> torch.Tensor:
    length = max(map(len, sentences), default=0)
    ids = torch.full((len(sentences), length), pad, dtype=torch.int64)
    for row, sentence in zip(ids, sentences):
        row[: len(sentence)] = torch.tensor(sentence, dtype=torch.int64)
    return ids


def make_batch(pairs, sos: int, eos: int, pad: int) -> tuple[torch.Tensor, torch.Tensor]:
    source = pad_to_one_length([add_sos_eos(s, sos, eos) for s, _ in pairs], pad)
    target = pad_to_one_length([add_sos_eos(t, sos, eos) for _, t in pairs], pad)
    return source, target


def shift_right(target: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    return target[:, :-1], target[:, 1:]


def source_mask(source: torch.Tensor, pad: int) -> torch.Tensor:
    return source != pad


def target_mask(decoder_input: torch.Tensor, pad: int) -> torch.Tensor:
    n = decoder_input.shape[1]
    past = torch.ones(n, n, dtype=torch.bool).tril()
    return past & (decoder_input != pad)[:, None, :]


def loss_mask(labels: torch.Tensor, pad: int) -> torch.Tensor:
    return labels.ne(pad)
