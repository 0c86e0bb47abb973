# right: a buffer full of padding, only unfinished sentences are decoded, NumPy's argmax
import torch


def next_token(logits):
    return torch.from_numpy(logits[:, -1, :].detach().cpu().numpy().argmax(axis=-1)).long()


def greedy_decode(model, source, sos, eos, pad, max_length):
    batch = source.size(0)
    source_keep = ~source.eq(pad)
    memory = model.encode(source, source_keep)
    ids = source.new_full((batch, max_length + 1), pad)
    ids[:, 0] = sos
    active = torch.arange(batch)
    length = 0
    while length < max_length and len(active) > 0:
        logits = model.decode(ids[active, : length + 1], memory[active], source_keep[active])
        length += 1
        ids[active, length] = next_token(logits)
        active = active[ids[active, length] != eos]
    return ids[:, 1 : length + 1].clone()


def trim(ids, eos):
    before_end = (ids == eos).int().cumsum(dim=1) == 0
    return [row[keep].tolist() for row, keep in zip(ids, before_end)]
