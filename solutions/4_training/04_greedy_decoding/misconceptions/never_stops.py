"""The loop never ends early, and sentences continue after their EOS.

A sentence ends at its EOS: put pad after it, and leave the loop when all have ended.
"""

import torch
from solution import next_token


def greedy_decode(model, source, sos, eos, pad, max_length):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    decoder_input = torch.full((len(source), 1), sos)
    for _ in range(max_length):
        token = next_token(model.decode(decoder_input, memory, source_keep))
        decoder_input = torch.cat([decoder_input, token[:, None]], dim=1)
    return decoder_input[:, 1:]
