# wrong: greedy_decode keeps the memory of an earlier call with a source of the same shape; shows in the second such call
import torch

memories = {}


def next_token(logits):
    return torch.from_numpy(logits[:, -1, :].detach().cpu().numpy().argmax(axis=-1)).long()


def greedy_decode(model, source, sos, eos, pad, max_length):
    batch = source.size(0)
    source_keep = ~source.eq(pad)
    key = (model, tuple(source.shape))
    if key not in memories:
        memories[key] = model.encode(source, source_keep)
    memory = memories[key]
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
