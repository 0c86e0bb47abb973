"""In single precision, with log-probabilities; only the sentences that are still going are decoded."""

import torch


def next_token(logits):
    return torch.log_softmax(logits.float(), dim=-1)[:, -1].argmax(-1)


@torch.no_grad()
def greedy_decode(model, source, sos, eos, pad, max_length):
    keep = source != pad
    memory = model.encode(source, keep).float()
    decoder_input = torch.full((len(source), max_length + 1), pad)
    decoder_input[:, 0] = sos
    going, length = torch.arange(len(source)), 0
    while len(going) and length < max_length:
        token = next_token(model.decode(decoder_input[going, : length + 1], memory[going], keep[going]))
        length += 1
        decoder_input[going, length] = token
        going = going[token != eos]
    return decoder_input[:, 1 : length + 1]


def trim(ids, eos):
    found = []
    for row in ids:
        end = torch.nonzero(row == eos)
        found.append(row[: int(end[0])].tolist() if end.numel() else row.tolist())
    return found
