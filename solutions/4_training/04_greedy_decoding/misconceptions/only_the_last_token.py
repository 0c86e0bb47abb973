"""The decoder gets only the latest token, not all tokens so far.

The next word depends on all the words before it. Append each token to decoder_input, and pass all of it to
model.decode.
"""

import torch
from solution import next_token


def greedy_decode(model, source, sos, eos, pad, max_length):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    token = torch.full((len(source),), sos)
    finished = torch.zeros(len(source), dtype=torch.bool)
    predicted = []
    for _ in range(max_length):
        token = torch.where(finished, pad, next_token(model.decode(token[:, None], memory, source_keep)))
        predicted.append(token)
        finished |= token == eos
        if finished.all():
            break
    return torch.stack(predicted, dim=1)
