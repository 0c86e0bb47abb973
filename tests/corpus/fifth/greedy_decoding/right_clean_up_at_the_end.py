# right: numpy chooses the tokens, what comes after EOS is replaced by padding after the loop.
"""Greedy decoding: predict first, clean up at the end."""

import numpy as np
import torch


def next_token(logits):
    last = logits[:, -1, :].detach().numpy()
    return torch.from_numpy(np.argmax(last, axis=-1).astype(np.int64))


def greedy_decode(model, source, sos, eos, pad, max_length):
    keep = ~(source == pad)
    memory = model.encode(source, keep)
    start = source.new_full((source.shape[0], 1), sos)
    predicted = source.new_empty((source.shape[0], 0))
    while predicted.shape[1] < max_length and not (predicted == eos).any(dim=1).all():
        token = next_token(model.decode(torch.hstack([start, predicted]), memory, keep))
        predicted = torch.hstack([predicted, token.unsqueeze(1)])
    ends = (predicted == eos).int()
    after = (ends.cumsum(1) - ends) > 0
    return predicted.masked_fill(after, pad)


def trim(ids, eos):
    lists = []
    for row in ids:
        words = []
        for token in row.tolist():
            if token == eos:
                break
            words.append(token)
        lists.append(words)
    return lists
