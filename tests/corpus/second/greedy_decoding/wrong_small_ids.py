# wrong: greedy_decode stores the ids in 8 bits; shows for ids over 255
import torch


def next_token(logits):
    return torch.from_numpy(logits[:, -1, :].detach().cpu().numpy().argmax(axis=-1)).long()


def greedy_decode(model, source, sos, eos, pad, max_length):
    batch = source.size(0)
    source_keep = ~source.eq(pad)
    memory = model.encode(source, source_keep)
    ids = torch.full((batch, max_length + 1), pad, dtype=torch.uint8)
    ids[:, 0] = sos
    active = torch.arange(batch)
    length = 0
    while length < max_length and len(active) > 0:
        logits = model.decode(ids[active, : length + 1].long(), memory[active], source_keep[active])
        length += 1
        ids[active, length] = next_token(logits).to(ids.dtype)
        active = active[ids[active, length] != eos]
    return ids[:, 1 : length + 1].long()


def trim(ids, eos):
    before_end = (ids == eos).int().cumsum(dim=1) == 0
    return [row[keep].tolist() for row, keep in zip(ids, before_end)]
