"""Finished sentences are taken out of the batch, and the tokens of the others are put into the wrong rows.

After rows have been removed, row i is no longer sentence i. Keep the indices of the sentences that continue.
"""

import torch
from solution import next_token


def greedy_decode(model, source, sos, eos, pad, max_length):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    ids = torch.full((len(source), max_length), pad)
    start = torch.full((len(source), 1), sos)
    going = torch.arange(len(source))
    length = 0
    while length < max_length and len(going):
        decoder_input = torch.cat([start[going], ids[going, :length]], dim=1)
        token = next_token(model.decode(decoder_input, memory[going], source_keep[going]))
        ids[going, length] = token
        length += 1
        going = (token != eos).nonzero().flatten()
    return ids[:, :length]
