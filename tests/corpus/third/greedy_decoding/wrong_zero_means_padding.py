# wrong: source_keep is source != 0 and finished sentences are filled with 0, whatever the argument pad says; right only while pad is 0.
import torch


def next_token(logits):
    return torch.argmax(logits, dim=-1)[:, -1]


def make_source_mask(source):
    return source.bool()


def greedy_decode(model, source, sos, eos, pad, max_length):
    source_keep = make_source_mask(source)
    memory = model.encode(source, source_keep)
    batch = source.size(0)
    result = torch.zeros(batch, max_length, dtype=torch.long)
    active = torch.ones(batch, dtype=torch.bool)
    prefix = torch.full((batch, 1), sos)
    length = 0
    while length < max_length and active.any():
        logits = model.decode(torch.cat([prefix, result[:, :length]], dim=1), memory, source_keep)
        token = next_token(logits)
        result[:, length] = token * active
        active = active & (token != eos)
        length += 1
    return result[:, :length]


def trim(ids, eos):
    words = []
    for row in ids.tolist():
        stop = row.index(eos) if eos in row else len(row)
        words.append(row[:stop])
    return words
