"""Loops: the batch is encoded once, then each sentence is decoded alone; lists all the way."""

import torch


def next_token(logits):
    best = []
    for sentence in logits.tolist():
        last = sentence[-1]
        best.append(max(range(len(last)), key=lambda token: last[token]))
    return best


def decode_one(model, memory, keep, sos, eos, max_length):
    said = []
    while len(said) < max_length and eos not in said:
        said += next_token(model.decode(torch.tensor([[sos, *said]]), memory, keep))
    return said


def greedy_decode(model, source, sos, eos, pad, max_length):
    keep = source != pad
    memory = model.encode(source, keep)
    every = [decode_one(model, memory[i : i + 1], keep[i : i + 1], sos, eos, max_length) for i in range(len(source))]
    width = max(map(len, every))
    return [said + [pad] * (width - len(said)) for said in every]


def trim(ids, eos):
    found = []
    for row in ids.tolist():
        words = []
        for token in row:
            if token == eos:
                break
            words.append(token)
        found.append(words)
    return found
