# wrong: add_sos_eos inserts into and appends to the list it was given, so the caller's sentences change and a second make_batch of the same pairs has SOS and EOS twice.
import torch


def add_sos_eos(words: list[int], sos: int, eos: int) -> list[int]:
    words.insert(0, sos)
    words.append(eos)
    return words


def pad_to_one_length(sentences: list[list[int]], pad: int) -> torch.Tensor:
    longest = max(len(sentence) for sentence in sentences)
    padded = []
    for sentence in sentences:
        padded.append(sentence + (longest - len(sentence)) * [pad])
    return torch.tensor(padded, dtype=torch.int64)


def make_batch(pairs, sos: int, eos: int, pad: int):
    source = pad_to_one_length([add_sos_eos(source, sos, eos) for source, target in pairs], pad)
    target = pad_to_one_length([add_sos_eos(target, sos, eos) for source, target in pairs], pad)
    return source, target


def shift_right(target: torch.Tensor):
    decoder_input = target[:, :-1]
    labels = target[:, 1:]
    return decoder_input, labels


def source_mask(source: torch.Tensor, pad: int) -> torch.Tensor:
    return source != pad


def target_mask(decoder_input: torch.Tensor, pad: int) -> torch.Tensor:
    length = decoder_input.shape[1]
    causal = torch.tril(torch.ones(length, length, dtype=torch.bool))
    keep = source_mask(decoder_input, pad)
    return causal[None, :, :] & keep[:, None, :]


def loss_mask(labels: torch.Tensor, pad: int) -> torch.Tensor:
    return source_mask(labels, pad)
