"""Loops: the batch is encoded once, then each sentence is decoded alone; lists all the way."""

import torch


def next_token(logits):
    best = []
    for sentence in logits.tolist():
        last = sentence[-1]
        best.append(max(range(len(last)), key=lambda token: last[token]))
    return best


def decode_one(model, memory, keep, sos, eos, max_length):
    predicted = []
    while len(predicted) < max_length and eos not in predicted:
        predicted += next_token(model.decode(torch.tensor([[sos, *predicted]]), memory, keep))
    return predicted


def greedy_decode(model, source, sos, eos, pad, max_length):
    keep = source != pad
    memory = model.encode(source, keep)
    every = [decode_one(model, memory[i : i + 1], keep[i : i + 1], sos, eos, max_length) for i in range(len(source))]
    width = max(map(len, every))
    return [predicted + [pad] * (width - len(predicted)) for predicted in every]


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
