import torch
from solution import next_token


def greedy_decode(model, source, sos, eos, pad, max_length):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    ids = torch.full((len(source), max_length), pad)
    decoder_input = torch.full((len(source), 1), sos)
    rows = torch.arange(len(source))
    length = 0
    while length < max_length and len(rows):
        token = next_token(model.decode(decoder_input, memory, source_keep))
        ids[rows, length] = token
        length += 1
        decoder_input = torch.cat([decoder_input, token[:, None]], dim=1)
        rows = (token != eos).nonzero().flatten()
        decoder_input, memory, source_keep = decoder_input[rows], memory[rows], source_keep[rows]
    return ids[:, :length]
