# wrong: the limit is compared with the length that includes SOS, so one token is missing; shows whenever the limit is reached.
"""Greedy decoding."""

import torch


def next_token(logits: torch.Tensor) -> torch.Tensor:
    return logits[:, -1].max(dim=-1).indices


def greedy_decode(model, source: torch.Tensor, sos: int, eos: int, pad: int, max_length: int) -> torch.Tensor:
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    decoder_input = torch.full((source.shape[0], 1), sos)
    finished = torch.zeros(source.shape[0], dtype=torch.bool)
    while decoder_input.shape[1] < max_length and not finished.all():
        tokens = next_token(model.decode(decoder_input, memory, source_keep))
        tokens = tokens.masked_fill(finished, pad)
        decoder_input = torch.cat((decoder_input, tokens.unsqueeze(-1)), dim=-1)
        finished = finished | tokens.eq(eos)
    return decoder_input[:, 1:]


def trim(ids: torch.Tensor, eos: int) -> list[list[int]]:
    sentences = []
    for row in ids:
        words = []
        for token in row:
            if token == eos:
                break
            words.append(int(token))
        sentences.append(words)
    return sentences
