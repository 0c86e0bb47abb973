"""Numpy between the calls of the model."""

import numpy as np
import torch


def next_token(logits):
    return np.argmax(np.asarray(logits)[:, -1, :], axis=1)


def greedy_decode(model, source, sos, eos, pad, max_length):
    keep = source != pad
    memory = model.encode(source, keep)
    predicted = np.full((len(source), max_length), pad)
    going = np.ones(len(source), bool)
    for step in range(max_length):
        start = np.full((len(source), 1), sos)
        decoder_input = torch.tensor(np.concatenate([start, predicted[:, :step]], axis=1))
        tokens = next_token(model.decode(decoder_input, memory, keep))
        predicted[going, step] = tokens[going]
        going = going & (tokens != eos)
        if not going.any():
            return predicted[:, : step + 1]
    return predicted


def trim(ids, eos):
    ids = np.asarray(ids)
    ended = np.cumsum(ids == eos, axis=1) > 0
    return [row[~over].tolist() for row, over in zip(ids, ended, strict=True)]
