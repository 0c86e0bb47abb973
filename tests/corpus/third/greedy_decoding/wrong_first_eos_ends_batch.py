# wrong: the loop stops as soon as any sentence of the batch predicts EOS, so the longer sentences are cut off.
import torch


def next_token(logits):
    return logits[:, -1, :].max(dim=-1).indices


def greedy_decode(model, source, sos, eos, pad, max_length):
    keep = source.ne(pad)
    memory = model.encode(source, keep)
    ys = torch.ones(source.shape[0], 1, dtype=torch.long).fill_(sos)
    for _ in range(max_length):
        logits = model.decode(ys, memory, keep)
        token = next_token(logits)
        ys = torch.cat([ys, token[:, None]], dim=1)
        if eos in token:
            break
    return ys[:, 1:]


def trim(ids, eos):
    return [row[: row.index(eos)] if eos in row else row for row in ids.tolist()]
